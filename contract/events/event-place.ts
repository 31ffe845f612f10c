/** The fields of an event that say where it is held. */
export interface Placed {
  is_online: boolean
  /** By its organizer's choice: the address follows. */
  place_to_be_announced: boolean
  address: string
}

/** Where an event is held, in words; '' of one in person that says nothing of it. */
export function placeInWords({ is_online, place_to_be_announced, address }: Placed): string {
  if (is_online) return 'Online Event'
  return place_to_be_announced ? 'Place to be announced' : address
}

/** A point on the ground, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

const written = /^(-?\d{1,2}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)$/

/** Reads where somebody is, as addresses hold it: 'latitude,longitude'. It comes out in two decimals, which is about a
 *  kilometre: nobody need know it more exactly. Null where it is no such text. */
export function readNear(text: string): string | null {
  const [, latitude, longitude] = written.exec(text) ?? []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? nearText(point) : null
}

/** A point as `NearPoint` holds it. */
export function nearText({ latitude, longitude }: Point): string {
  return [latitude, longitude].map((degrees) => (Math.round(degrees * 100) / 100 || 0).toFixed(2)).join(',')
}

/** The point that a `NearPoint` stands for. */
export function pointOf(near: string): Point {
  const [latitude = 0, longitude = 0] = near.split(',').map(Number)
  return { latitude, longitude }
}

const earthRadius = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way over the ground between two points, in kilometres: the haversine formula on a sphere. */
export function kilometresBetween(one: Point, other: Point): number {
  const half = (a: number, b: number) => Math.sin(radians(a - b) / 2) ** 2
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const chord = half(one.latitude, other.latitude) + cosines * half(one.longitude, other.longitude)
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The coordinates of an event that was given none: the middle of Bangkok. */
export const bangkok = { latitude: 13.7563, longitude: 100.5018 } as const

/** The event's point on the map; undefined for online events and where the organizer set no pin. */
export function knownPoint({ is_online, latitude, longitude }: Pick<Placed, 'is_online'> & Point): Point | undefined {
  const isUnknown = latitude === bangkok.latitude && longitude === bangkok.longitude
  return is_online || isUnknown ? undefined : { latitude, longitude }
}
