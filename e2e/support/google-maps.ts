import type { Page } from '@playwright/test'

const library = 'https://maps.googleapis.com/maps/api/js**'

/** Replaces Google's maps library on the page with a stub: a map that can be pressed, one place and one address. */
export function standInForGoogleMaps(page: Page) {
  return page.route(library, (route) => route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }))
}

/** The number of search sessions that Google would have billed so far. */
export const billedSessions = (page: Page) =>
  page.evaluate(() => (window as unknown as { googleSessions: Set<object> }).googleSessions.size)

/** Makes Google unreachable; `attempts` counts the requests to it. */
export async function withoutGoogleMaps(page: Page) {
  const asked = { attempts: 0 }
  await page.route(library, (route) => {
    asked.attempts += 1
    return route.abort()
  })
  return asked
}

/** Runs in the page: implements the parts of Google's library that the product uses. */
function standIn() {
  type Listener = (press: { latLng: ReturnType<typeof point> }) => void
  const point = (lat: number, lng: number) => ({ lat: () => lat, lng: () => lng })

  // Called with `new`, which returns their result.
  function showMap(element: HTMLElement) {
    const listeners: Record<string, Listener> = {}
    element.textContent = 'A map by Google'
    element.onclick = () => listeners.click?.({ latLng: point(13.75, 100.49) })
    return {
      addListener: (name: string, listener: Listener) => {
        listeners[name] = listener
        if (name === 'idle') setTimeout(listener)
      },
      getBounds: () => ({ contains: () => true }),
      getZoom: () => 15,
      getProjection: () => undefined,
      panTo: () => {},
    }
  }
  function showMarker() {
    return { setMap: () => {}, setPosition: () => {}, addListener: () => {} }
  }
  function geocoder() {
    return { geocode: async () => ({ results: [{ formatted_address: 'Rattanakosin Island, Bangkok' }] }) }
  }
  function nothing() {}

  const found = {
    text: { text: 'Lumphini Park, Bangkok' },
    toPlace: () => ({
      displayName: 'Lumphini Park',
      formattedAddress: 'Lumphini Park, Rama IV Road, Bangkok 10330',
      location: point(13.7314, 100.5414),
      fetchFields: async () => undefined,
    }),
  }
  const sessions = new Set<object>()
  const places = {
    AutocompleteSessionToken: nothing,
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ sessionToken }: { sessionToken: object }) => {
        sessions.add(sessionToken)
        return { suggestions: [{ placePrediction: found }] }
      },
    },
  }
  const maps = {
    Map: showMap,
    Marker: showMarker,
    Geocoder: geocoder,
    Point: nothing,
    places,
    importLibrary: async () => maps,
  }
  const { google } = window as unknown as { google: { maps: Record<string, () => void> } }
  // The script's address contains the name of the callback for which Google's loader waits.
  const loaded = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('callback') ?? ''
  const tellLoader = google.maps[loaded.replace('google.maps.', '')]
  Object.assign(google.maps, maps)
  Object.assign(window, { googleSessions: sessions })
  tellLoader?.()
}
