import type { Page } from '@playwright/test'
import { addOrganizer, expect, mapsLibrary, test } from '../../support/outside.ts'

test('with a key the map and its places are Google’s, and typing until a place is chosen is one session', async ({
  page,
  makers,
  login,
  outside: { mailbox },
}) => {
  await standInForGoogleMaps(page)
  await login(await addOrganizer(makers, mailbox))
  await page.goto('/create-event')
  await page.getByRole('tab', { name: 'Location' }).click()
  const address = page.getByLabel('Address')
  const map = page.getByRole('region', { name: 'Map of the place' })

  await expect(map.getByText('A map by Google')).toBeVisible()
  const found = page.getByRole('option', { name: 'Lumphini Park, Bangkok' })

  await address.pressSequentially('lum', { delay: 30 })
  await found.waitFor()
  await address.fill('lumphini')
  await address.press('Escape')
  await address.fill('lumphini p')
  await found.click()
  await expect(address).toHaveValue('Lumphini Park, Rama IV Road, Bangkok 10330')
  expect(await billedSessions(page)).toBe(1)

  await map.click()
  await expect(address).toHaveValue('Rattanakosin Island, Bangkok')
  await address.fill('another')
  await found.waitFor()
  expect(await billedSessions(page)).toBe(2)
})

test('without Google the map says so after three more attempts', async ({
  page,
  makers,
  login,
  outside: { mailbox },
  pageProblems,
}) => {
  pageProblems.allow(/net::ERR_FAILED|maps\.googleapis\.com/)
  const asked = await withoutGoogleMaps(page)
  await page.clock.install()
  await login(await addOrganizer(makers, mailbox))
  await page.goto('/create-event')
  await page.getByRole('tab', { name: 'Location' }).click()

  await expect(async () => {
    // The longest pause between two attempts.
    await page.clock.runFor(4_000)
    await expect(page.getByText('Failed to load Google Maps. Please try again later.')).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(asked.attempts).toBe(4)
  await page.getByLabel('Address').fill('Typed by hand')
  await expect(page.getByLabel('Address')).toHaveValue('Typed by hand')
})

/** Replaces Google's maps library on the page with a stub: a map that can be pressed, one place and one address. */
function standInForGoogleMaps(page: Page) {
  return page.route(mapsLibrary, (route) => route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }))
}

/** The number of search sessions that Google would have billed so far. */
const billedSessions = (page: Page) =>
  page.evaluate(() => (window as unknown as { googleSessions: Set<object> }).googleSessions.size)

/** Makes Google unreachable; `attempts` counts the requests to it. */
async function withoutGoogleMaps(page: Page) {
  const asked = { attempts: 0 }
  await page.route(mapsLibrary, (route) => {
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
