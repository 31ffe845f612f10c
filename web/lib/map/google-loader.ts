/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

/** The growing delays before the three further attempts, in milliseconds (specification, section 9). */
const delays = [1_000, 2_000, 4_000]
const timeoutMs = 15_000

type GoogleMaps = typeof google.maps

let hasKey = false
let library: Promise<GoogleMaps> | null = null

/** Google's library, loaded once as long as the page is open. After a failure the next map tries again. */
export function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  library ??= load(key)
  library.catch(() => {
    library = null
  })
  return library
}

async function load(key: string): Promise<GoogleMaps> {
  if (!hasKey) setOptions({ key, v: 'weekly' })
  hasKey = true
  for (const delay of delays) {
    try {
      return await askOnce()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return askOnce()
}

/** Makes one attempt with a timeout. Google's loader tries again only when it is called again, and waits forever
 *  without an answer. */
async function askOnce(): Promise<GoogleMaps> {
  const parts = (['core', 'maps', 'marker', 'geocoding', 'places'] as const).map((name) => importLibrary(name))
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Google Maps did not load.')), timeoutMs)
  })
  await Promise.race([Promise.all(parts), tooLong])
  return google.maps
}
