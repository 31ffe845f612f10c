import { z } from 'zod'

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

/** What `readNear` reads. */
export const NearPoint = z.string().transform((text, context): string => {
  const near = readNear(text)
  if (near !== null) return near
  context.addIssue({ code: 'custom', message: 'Must be a latitude and a longitude such as 13.76,100.50.' })
  return z.NEVER
})

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
