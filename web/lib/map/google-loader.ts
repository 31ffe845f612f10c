import type { GoogleMaps } from './google-library.ts'

/** Milliseconds before each of the three further attempts (specification, section 9: growing delays). */
const delays = [1_000, 2_000, 4_000]
const patience = 15_000
const callbackName = 'googleMapsLoaded'

let library: Promise<GoogleMaps> | null = null

/** Google's library, loaded once for as long as the page lives. After a failure the next map tries again. */
export function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  library ??= load(key)
  library.catch(() => {
    library = null
  })
  return library
}

async function load(key: string): Promise<GoogleMaps> {
  for (const delay of delays) {
    try {
      return await addScript(key)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return addScript(key)
}

function addScript(key: string): Promise<GoogleMaps> {
  const query = new URLSearchParams({ key, v: 'weekly', libraries: 'places', loading: 'async', callback: callbackName })
  const script = document.createElement('script')
  script.src = `https://maps.googleapis.com/maps/api/js?${query}`
  script.async = true
  return new Promise<GoogleMaps>((resolve, reject) => {
    const page = window as unknown as Record<string, unknown> & { google?: { maps?: GoogleMaps } }
    const timer = setTimeout(fail, patience)

    function fail() {
      clearTimeout(timer)
      script.remove()
      reject(new Error('Google Maps did not load.'))
    }

    script.onerror = fail
    page[callbackName] = () => {
      clearTimeout(timer)
      if (page.google?.maps) resolve(page.google.maps)
      else fail()
    }
    document.head.append(script)
  })
}
