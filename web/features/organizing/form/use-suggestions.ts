import { useEffect, useState } from 'react'
import type { MapService, Suggestion } from '#web/lib/map/map.ts'

const shortest = 3
/** Milliseconds without typing, so that a word is asked for once and not letter by letter. */
const pause = 400

interface Found {
  suggestions: Suggestion[]
  /** Nothing can be looked up right now. */
  down: boolean
}

const nothing: Found = { suggestions: [], down: false }

/** Places for what is being typed; null where nobody is typing. */
export function useSuggestions(service: MapService, words: string | null): Found {
  const [found, setFound] = useState(nothing)
  const wanted = (words ?? '').trim()

  useEffect(() => {
    if (wanted.length < shortest) {
      setFound((before) => (before.suggestions.length > 0 ? nothing : before))
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await service.search(wanted, stop.signal).then(
        (suggestions) => ({ suggestions: suggestions.filter(isFirst), down: false }),
        () => ({ suggestions: [], down: true }),
      )
      if (!stop.signal.aborted) setFound(answer)
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [service, wanted])

  return found
}

/** Places that read alike cannot be told apart. */
function isFirst({ text }: Suggestion, place: number, all: Suggestion[]): boolean {
  return all.findIndex((other) => other.text === text) === place
}
