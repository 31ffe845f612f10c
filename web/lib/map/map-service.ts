import { useMemo } from 'react'
import { reversePlace, searchPlaces as search } from '#contract/places.ts'
import * as m from '#messages/ui.json'
import { call } from '#web/lib/api/call.ts'
import { useSite } from '#web/lib/page/site.ts'
import type { MapService, Point, Suggestion } from './map.ts'

/** The operator's map service; the same object while the page is open. */
export function useMapService(): MapService {
  const { google_maps_key: key, map_tiles: tiles } = useSite()
  return useMemo(() => (key ? googleService(key) : openService(tiles)), [key, tiles])
}

/** The libraries are loaded when the first map is shown. */
function openService(tiles: string): MapService {
  return {
    showMap: async (options) => (await import('./open-map.ts')).showOpenMap(tiles, options),
    search: searchPlaces,
    addressAt,
    trouble: m.mapTrouble,
  }
}

function googleService(key: string): MapService {
  const google = () => import('./google-map.ts')
  return {
    showMap: async (options) => (await google()).showGoogleMap(key, options),
    search: async (words) => (await google()).searchGoogle(key, words),
    addressAt: async (point) => (await google()).googleAddressAt(key, point),
    trouble: m.googleMapsTrouble,
  }
}

/** Searches through our server, which respects the geocoder's limits and caches its answers. */
async function searchPlaces(words: string, signal: AbortSignal): Promise<Suggestion[]> {
  const places = await call(search, { query: { q: words.trim() } }, { signal })
  return places.map((place) => ({ text: place.address, place: async () => place }))
}

async function addressAt(point: Point): Promise<string> {
  const { address } = await call(reversePlace, { query: point })
  return address
}
