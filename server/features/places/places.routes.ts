import { reversePlace, searchPlaces } from '#contract/places.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import * as places from './places.service.ts'
import { Geocoder } from './places.service.ts'

/** The browser never calls the geocoder itself: the server caches its answers and limits the rate. */
export function placeRoutes(api: Api, ctx: Context) {
  const geocoder = new Geocoder({
    url: ctx.settings.GEOCODER_URL,
    userAgent: `Ruam event ticketing (${publicUrl(ctx.settings, '/')})`,
  })

  api.route({
    ...searchPlaces,
    handler: ({ query, headers }) =>
      places.search(ctx, geocoder, query.q, places.languageOf(headers['accept-language'])),
  })

  api.route({
    ...reversePlace,
    handler: ({ query, headers }) =>
      places.reverse(ctx, geocoder, query, places.languageOf(headers['accept-language'])),
  })
}
