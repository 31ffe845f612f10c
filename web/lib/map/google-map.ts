/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { pageLanguage } from '#contract/language/languages.ts'
import { type MapOptions, type MapView, mapCentre, mapZoom, type Point, pinShape, type Suggestion } from './map.ts'

export async function showGoogleMap(key: string, options: MapOptions): Promise<MapView> {
  const { element, centre, pin, onPlace, onTrouble } = options
  const maps = await loadGoogleMaps(key)
  const map = new maps.Map(element, {
    center: literal(centre),
    zoom: mapZoom,
    // Scrolling the page with a finger must not move the map instead.
    gestureHandling: 'cooperative',
    streetViewControl: false,
    mapTypeControl: false,
    fullscreenControl: false,
  })
  watchForTrouble(map, onTrouble)

  const url = `data:image/svg+xml,${encodeURIComponent(standalone(pinShape))}`
  const icon = { url, anchor: new maps.Point(22, 42) }
  const position = literal(pin ?? centre)
  const marker = new maps.Marker({ position, icon, draggable: Boolean(onPlace), clickable: Boolean(onPlace) })
  if (pin || onPlace) marker.setMap(map)
  if (onPlace) {
    marker.addListener('dragend', () => reportPoint(marker.getPosition(), onPlace))
    map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => {
      if (latLng) marker.setPosition({ lat: latLng.lat(), lng: latLng.lng() })
      reportPoint(latLng, onPlace)
    })
  }

  return {
    place: (point) => {
      marker.setPosition(literal(point))
      marker.setMap(map)
      if (!map.getBounds()?.contains(literal(point))) map.panTo(literal(point))
    },
    beside: (point, right, down) => beside(map, point, right, down),
    remove: () => element.replaceChildren(),
  }
}

/** Google bills all searches with the same token once, until a place is chosen. */
let sessionToken: google.maps.places.AutocompleteSessionToken | null = null

/** Finds places; those near Bangkok come first. */
export async function searchGoogle(key: string, words: string): Promise<Suggestion[]> {
  const { places } = await loadGoogleMaps(key)
  sessionToken ??= new places.AutocompleteSessionToken()
  const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: words,
    sessionToken,
    locationBias: { center: literal(mapCentre), radius: 50_000 },
  })
  return suggestions.flatMap(({ placePrediction: found }) => {
    if (!found) return []
    const place = async () => {
      sessionToken = null
      const chosen = found.toPlace()
      await chosen.fetchFields({ fields: ['displayName', 'formattedAddress', 'location'] })
      const { latitude, longitude } = chosen.location ? pointOf(chosen.location) : mapCentre
      const address = chosen.formattedAddress ?? found.text.text
      return { name: chosen.displayName ?? '', address, latitude, longitude }
    }
    return [{ text: found.text.text, place }]
  })
}

export async function googleAddressAt(key: string, point: Point): Promise<string> {
  const maps = await loadGoogleMaps(key)
  const { results } = await new maps.Geocoder().geocode({ location: literal(point) })
  return results[0]?.formatted_address ?? ''
}

/** Google reports a refused key by calling a global `gm_authFailure`. A map that never becomes idle shows nothing. */
function watchForTrouble(map: google.maps.Map, onTrouble: () => void) {
  const timer = setTimeout(onTrouble, timeoutMs)
  map.addListener('idle', () => clearTimeout(timer))
  Object.assign(window, { gm_authFailure: onTrouble })
}

function reportPoint(place: google.maps.LatLng | null | undefined, onPlace: (point: Point) => void) {
  if (place) onPlace(pointOf(place))
}

function beside(map: google.maps.Map, point: Point, right: number, down: number): Point {
  const projection = map.getProjection()
  const from = projection?.fromLatLngToPoint(literal(point))
  if (!projection || !from) return point
  // At zoom 0 the projection is 256 pixels wide.
  const scale = 2 ** (map.getZoom() ?? mapZoom)
  const to = projection.fromPointToLatLng(new google.maps.Point(from.x + right / scale, from.y + down / scale))
  return to ? pointOf(to) : point
}

/** As a separate file, an SVG does not inherit colours from the page, and needs a namespace. */
function standalone(svg: string): string {
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent')
  return svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replace('var(--accent)', accent)
}

const literal = ({ latitude, longitude }: Point): google.maps.LatLngLiteral => ({ lat: latitude, lng: longitude })
const pointOf = (place: google.maps.LatLng): Point => ({ latitude: place.lat(), longitude: place.lng() })

/** The delays before the three further attempts (specification, section 9). */
const retryDelaysMs = [1_000, 2_000, 4_000]
const timeoutMs = 15_000

type GoogleMaps = typeof google.maps

let hasKey = false
let library: Promise<GoogleMaps> | null = null

/** Loads Google's library once per page. After a failure the next map tries again. */
function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  library ??= load(key)
  library.catch(() => {
    library = null
  })
  return library
}

async function load(key: string): Promise<GoogleMaps> {
  if (!hasKey) setOptions({ key, v: 'weekly', language: pageLanguage })
  hasKey = true
  for (const delay of retryDelaysMs) {
    try {
      return await loadOnce()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return loadOnce()
}

/** One attempt with a timeout: Google's loader does not retry, and waits forever without an answer. */
async function loadOnce(): Promise<GoogleMaps> {
  const parts = (['core', 'maps', 'marker', 'geocoding', 'places'] as const).map((name) => importLibrary(name))
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Google Maps did not load.')), timeoutMs)
  })
  await Promise.race([Promise.all(parts), tooLong])
  return google.maps
}
