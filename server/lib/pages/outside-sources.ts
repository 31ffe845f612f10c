import type { Settings } from '#server/lib/settings/settings.ts'

/** The sources elsewhere that pages may load from, by directive of the Content-Security-Policy. */
export type OutsideSources = Partial<
  Record<'script-src' | 'style-src' | 'img-src' | 'font-src' | 'connect-src' | 'frame-src' | 'worker-src', string[]>
>

/** The sources of Google's sign-in, as its documentation lists them. Its button also writes a style sheet into the
 *  page. */
const googleSignIn: OutsideSources = {
  'script-src': ['https://accounts.google.com/gsi/client'],
  'style-src': ["'unsafe-inline'", 'https://accounts.google.com/gsi/style'],
  'connect-src': ['https://accounts.google.com/gsi/'],
  'frame-src': ['https://accounts.google.com/gsi/'],
}

/** As https://developers.google.com/maps/documentation/javascript/content-security-policy lists them for a policy of
 *  hosts, without 'unsafe-eval'. The map writes style sheets of its own into the page. */
const googleMaps: OutsideSources = {
  'script-src': ['https://*.googleapis.com', 'https://*.gstatic.com', 'blob:'],
  'style-src': ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'connect-src': ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'data:', 'blob:'],
  'frame-src': ['https://*.google.com'],
  'worker-src': ['blob:'],
}

type Asked = Pick<Settings, 'GOOGLE_CLIENT_ID' | 'GOOGLE_MAPS_API_KEY' | 'MAP_TILES_URL'>

/** Nothing but what the operator's settings ask for. */
export function outsideSources({ GOOGLE_CLIENT_ID, GOOGLE_MAPS_API_KEY, MAP_TILES_URL }: Asked): OutsideSources[] {
  return [
    ...(GOOGLE_CLIENT_ID ? [googleSignIn] : []),
    ...(GOOGLE_MAPS_API_KEY ? [googleMaps] : [{ 'img-src': tileSources(MAP_TILES_URL) }]),
  ]
}

/** The tiles' host, which may be spread over several by `{s}`. Pictures from https are let in anyway. */
function tileSources(address: string): string[] {
  const host = /^(http:\/\/)([^/]+)/.exec(address)
  return host ? [`${host[1]}${host[2]?.replace('{s}', '*')}`] : []
}
