import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { paths } from '#contract/paths.ts'

/** A search box that leads to the event list; without scripts too. */
export function HomeSearch() {
  return (
    <Form role="search" action={paths.discover} className="relative w-full max-w-xl">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-4 size-5 text-ink-soft" />
      <input
        type="search"
        name="search"
        aria-label="Search events"
        placeholder="Search events..."
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className="control rounded-full pl-12"
      />
    </Form>
  )
}
