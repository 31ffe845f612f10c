import { LRUCache } from 'lru-cache'

/** How long a read is reused, in milliseconds, and how many are cached. */
const usualTtl = 500
const most = 200

/** Places by application id, from 1. */
type Line = Map<number, number>

/**
 * Places on waiting lists. A list of many thousands, all of whom poll, is read once in half a second for all of them. `read`
 * returns the waiting applications of an event in order.
 */
export function openWaitingListPlaces(read: (eventId: number) => Promise<number[]>, ttl = usualTtl) {
  const cache = new LRUCache<number, Promise<Line>>({ max: most, ttl })

  function readNow(eventId: number): Promise<Line> {
    const line = read(eventId).then((ids) => new Map(ids.map((id, place) => [id, place + 1])))
    cache.set(eventId, line)
    line.catch(() => cache.delete(eventId))
    return line
  }

  return {
    /** Null for an application that is not waiting. A list that does not include it yet is read again. */
    async placeOf(eventId: number, applicationId: number): Promise<number | null> {
      const line = cache.get(eventId)
      const place = line && (await line).get(applicationId)
      return place ?? (await readNow(eventId)).get(applicationId) ?? null
    },
  }
}
