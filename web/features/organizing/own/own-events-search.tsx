import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import { type Shown, shownPath } from './shown.ts'

/** Searches one's own events on Enter; an emptied box shows all again. */
export function OwnEventsSearch({ shown }: { shown: Shown }) {
  const navigate = useNavigate()
  return (
    <SearchForm
      key={shown.search}
      action={paths.myEvents}
      onSearch={(text) => navigate(shownPath({ ...shown, search: text.trim() }), { preventScrollReset: true })}
      defaultValue={shown.search}
      aria-label="Search my events"
      placeholder="Search my events..."
      className="flex-1"
    />
  )
}
