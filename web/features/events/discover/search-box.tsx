import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'

/** In milliseconds. */
const delayMs = 300
const delayAfterLinkMs = 2_000

interface SearchBoxProps {
  /** What is being searched for now. */
  value: string
  onSearch: (text: string) => void
}

/** Searches while one types, a moment after the last letter; at once on Enter. */
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

/** The text in the box: what is typed, until the address says something that was not typed here (a step back, a link). */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is the same in all but name
  useEffect(() => {
    // Whoever has pressed a link meanwhile must not be held back by what they typed before.
    if (typed === null || leaving) return
    let timer = setTimeout(() => send(typed), delayMs)
    // A busy page learns only after a while that a link was pressed.
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

/** Whether another page has been asked for and is on its way. */
function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}
