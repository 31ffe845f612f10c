import { LRUCache } from 'lru-cache'

/** How long the reading of a line serves, in milliseconds, and how many are kept. */
const usualTtl = 500
const most = 200

/** The places of a line: by the application, from 1. */
type Line = Map<number, number>

/**
 * Tells people their places in line. A line of many thousands, each of whom asks, is read once in half a second for all of
 * them. `read` reads the applications that wait for an event, first the first who came.
 */
export function openLines(read: (eventId: number) => Promise<number[]>, ttl = usualTtl) {
  const kept = new LRUCache<number, Promise<Line>>({ max: most, ttl })

  function readNow(eventId: number): Promise<Line> {
    const line = read(eventId).then((ids) => new Map(ids.map((id, place) => [id, place + 1])))
    kept.set(eventId, line)
    line.catch(() => kept.delete(eventId))
    return line
  }

  return {
    /** Null for an application that does not wait (any more). Whoever has come since the last reading has it made anew. */
    async placeOf(eventId: number, applicationId: number): Promise<number | null> {
      const line = kept.get(eventId)
      const place = line && (await line).get(applicationId)
      return place ?? (await readNow(eventId)).get(applicationId) ?? null
    },
  }
}
