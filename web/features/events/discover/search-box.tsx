import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SearchForm } from '#web/ui/forms/search-form.tsx'

/** After the last keystroke. */
const delayMs = 300
const delayAfterLinkMs = 2_000

interface SearchBoxProps {
  value: string
  onSearch: (text: string) => void
}

/** Searches shortly after the last keystroke, or at once on Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, setText, flush } = useTyped(value, onSearch)

  return (
    <SearchForm
      action={paths.discover}
      onSearch={flush}
      value={text}
      onChange={(change) => setText(change.target.value)}
      aria-label="Search events"
      placeholder="Search events..."
      className="flex-1 basis-48"
    />
  )
}

/** The typed text, until the address changes for another reason (Back, a link). */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` only depends on refs
  useEffect(() => {
    // A search must not pull back someone who has followed a link.
    if (typed === null || leaving) return
    let timer = setTimeout(() => send(typed), delayMs)
    // On a busy page the router reports a pressed link late, so clicks are watched too.
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

function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}
