import { bangkok } from '#contract/events/event-draft.ts'
import type { Point } from './map.ts'

/** An event's point on the map; null where nobody chose one, and the server put it into the middle of Bangkok. */
export function placedAt({ latitude, longitude }: Point): Point | null {
  const unsaid = latitude === bangkok.latitude && longitude === bangkok.longitude
  return unsaid ? null : { latitude, longitude }
}

/** Rounds a point to about ten centimetres; more digits are noise from the screen's pixels. */
export function rounded({ latitude, longitude }: Point): Point {
  return { latitude: round(latitude), longitude: round(longitude) }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
