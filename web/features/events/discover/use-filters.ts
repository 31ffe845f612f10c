import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { changeFilters, type Filters, readFilters, writeFilters } from './filters.ts'

/** What was chosen last, as long as its list is on its way: the next press may come before the page knows of it. */
let coming: Filters | null = null

/** The chosen filters, and functions that change them. While a list is on its way those of the list that is still on
 *  the screen are `shown`: who presses quickly changes what they chose last. A press that turns something over gives a
 *  function of what was chosen last, which may not be on the screen yet. */
export function useFilters() {
  const [params] = useSearchParams()
  const { location: ahead } = useNavigation()
  const navigate = useNavigate()
  const shown = readFilters(params)
  const filters = ahead?.pathname === paths.discover ? readFilters(new URLSearchParams(ahead.search)) : shown
  const hrefOf = (change: Partial<Filters>) => `${paths.discover}${writeFilters(changeFilters(filters, change))}`

  async function choose(change: Partial<Filters> | ((last: Filters) => Partial<Filters>), { replace = false } = {}) {
    const last = coming ?? filters
    const next = changeFilters(last, typeof change === 'function' ? change(last) : change)
    coming = next
    await navigate(`${paths.discover}${writeFilters(next)}`, { replace, preventScrollReset: true })
    if (coming === next) coming = null
  }

  return { filters, shown, hrefOf, choose }
}
