import { useEffect, useState } from 'react'
import type { MapService, Suggestion } from '#web/lib/map/map.ts'

const shortest = 3
/** The search waits for this pause in the typing, in milliseconds, so that it does not run for every letter. */
const pause = 400

interface Found {
  suggestions: Suggestion[]
  /** Whether the map service does not answer. */
  down: boolean
}

const nothing: Found = { suggestions: [], down: false }

/** Places that match the typed words; `words` is null while nobody types. */
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

/** Whether no earlier suggestion has the same text: readers could not tell the two apart. */
function isFirst({ text }: Suggestion, place: number, all: Suggestion[]): boolean {
  return all.findIndex((other) => other.text === text) === place
}
