import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'

/** The pause after the last letter before a search starts, in milliseconds. */
const delayMs = 300
const delayAfterLinkMs = 2_000

interface SearchBoxProps {
  /** The current search text. */
  value: string
  onSearch: (text: string) => void
}

/** A search box that searches during typing, a moment after the last letter, and at once on Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, setText, flush } = useTyped(value, onSearch)

  function handleSubmit(submit: FormEvent) {
    submit.preventDefault()
    flush()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that people use.
    <form role="search" action={paths.discover} onSubmit={handleSubmit} className="relative flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-4 size-5 text-ink-soft" />
      <input
        type="search"
        name="search"
        aria-label="Search events"
        placeholder="Search events..."
        value={text}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(change) => setText(change.target.value)}
        className="control rounded-full pl-12"
      />
    </form>
  )
}

/** The text in the box: the typed text, until the address changes by something other than typing here (a step back,
 *  a link). */
function useTyped(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const leaving = useLeaving()
  const sent = useRef(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })

  function send(text: string) {
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    search.current(sent.current)
  }

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(null)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` always does the same
  useEffect(() => {
    // A search must not pull somebody back who has pressed a link meanwhile.
    if (typed === null || leaving) return
    let timer = setTimeout(() => send(typed), delayMs)
    // On a busy page the router reports a pressed link late, so clicks are watched as well.
    const handleClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest('a'))) return
      clearTimeout(timer)
      timer = setTimeout(() => send(typed), delayAfterLinkMs)
    }
    document.addEventListener('click', handleClick, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', handleClick, true)
    }
  }, [typed, leaving])

  return { text: typed ?? value, setText: setTyped, flush: () => send(typed ?? value) }
}

/** Whether a navigation to another page is under way. */
function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}
