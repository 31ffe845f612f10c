import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { changeFilters, type Filters, readFilters, writeFilters } from './filters.ts'

/** The filters in the address, and functions that change them. */
export function useFilters() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = readFilters(params)
  const hrefOf = (change: Partial<Filters>) => `${paths.discover}${writeFilters(changeFilters(filters, change))}`
  const choose = (change: Partial<Filters>, { replace = false } = {}) =>
    navigate(hrefOf(change), { replace, preventScrollReset: true })
  return { filters, hrefOf, choose }
}
