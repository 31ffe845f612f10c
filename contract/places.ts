import { z } from 'zod'
import { degrees, numberText } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import type { Endpoint } from './endpoint.ts'

/** A place on the map. `name` is its short name, `address` the whole line; both '' if unknown. */
export const Place = z.object({
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.infer<typeof Place>

const coordinate = (limit: number) => numberText(degrees(limit), { plus: true })

/** At most five, best first. `places_unavailable` while the geocoder cannot be reached: people then type the address. */
export const searchPlaces = {
  method: 'GET',
  url: '/api/places/search',
  schema: {
    summary: 'Find places by their name or address',
    querystring: z.object({ q: z.string(m.typePlace).trim().min(1, m.typePlace).max(200) }),
    refusals: ['places_unavailable'],
    response: { 200: z.array(Place) },
  },
  config: { access: 'signed-in', limit: 'places' },
} satisfies Endpoint

/** The address of a point, with the point itself. */
export const reversePlace = {
  method: 'GET',
  url: '/api/places/reverse',
  schema: {
    summary: 'Find the address of a point on the map',
    querystring: z.object({ latitude: coordinate(90), longitude: coordinate(180) }),
    refusals: ['places_unavailable'],
    response: { 200: Place },
  },
  config: { access: 'signed-in', limit: 'places' },
} satisfies Endpoint
