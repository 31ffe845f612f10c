import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SearchForm } from '#web/ui/forms/search-form.tsx'

/** A search box that leads to the event list; without scripts too. */
export function HomeSearch() {
  const navigate = useNavigate()
  return (
    <SearchForm
      action={paths.discover}
      onSearch={(search) => navigate(`${paths.discover}?${new URLSearchParams({ search })}`)}
      aria-label="Search events"
      placeholder="Search events..."
      className="w-full max-w-xl"
    />
  )
}
