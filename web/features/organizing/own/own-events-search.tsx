import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { type Shown, shownPath } from './shown.ts'

/** Searches one's own events on Enter; an emptied box shows all again. */
export function OwnEventsSearch({ shown }: { shown: Shown }) {
  const navigate = useNavigate()

  function handleSubmit(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    const search = String(new FormData(submit.currentTarget).get('search') ?? '').trim()
    void navigate(shownPath({ ...shown, search }), { preventScrollReset: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that people use.
    <form role="search" action={paths.myEvents} onSubmit={handleSubmit} className="relative flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-4 size-5 text-ink-soft" />
      <input
        key={shown.search}
        type="search"
        name="search"
        aria-label="Search my events"
        placeholder="Search my events..."
        defaultValue={shown.search}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className="control rounded-full pl-12"
      />
    </form>
  )
}
