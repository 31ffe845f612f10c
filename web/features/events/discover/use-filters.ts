import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { changeFilters, type Filters, readFilters, writeFilters } from './filters.ts'

/** The chosen filters, and functions that change them. While a list is on its way those of the list that is still on the
 *  screen are `shown`: who presses quickly changes what they chose last. */
export function useFilters() {
  const [params] = useSearchParams()
  const { location: ahead } = useNavigation()
  const navigate = useNavigate()
  const shown = readFilters(params)
  const filters = ahead?.pathname === paths.discover ? readFilters(new URLSearchParams(ahead.search)) : shown
  const hrefOf = (change: Partial<Filters>) => `${paths.discover}${writeFilters(changeFilters(filters, change))}`
  const choose = (change: Partial<Filters>, { replace = false } = {}) =>
    navigate(hrefOf(change), { replace, preventScrollReset: true })
  return { filters, shown, hrefOf, choose }
}
