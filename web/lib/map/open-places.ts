import { reversePlace, searchPlaces as search } from '#contract/places.ts'
import { call } from '#web/lib/api/call.ts'
import type { Point, Suggestion } from './map.ts'

/** Through our server, which asks the geocoder politely and remembers its answers. */
export async function searchPlaces(words: string, signal: AbortSignal): Promise<Suggestion[]> {
  const places = await call(search, { query: { q: words.trim() } }, { signal })
  return places.map((place) => ({ text: place.address, place: async () => place }))
}

export async function addressAt(point: Point): Promise<string> {
  const { address } = await call(reversePlace, { query: point })
  return address
}
