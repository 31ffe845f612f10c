import { bangkok } from '#contract/events/event-draft.ts'
import type { Point } from './map.ts'

/** Where an event stands; null where nobody said so, and the server put it into the middle of Bangkok. */
export function placedAt({ latitude, longitude }: Point): Point | null {
  const unsaid = latitude === bangkok.latitude && longitude === bangkok.longitude
  return unsaid ? null : { latitude, longitude }
}

/** As precise as ten centimetres; more is noise from the screen's pixels. */
export function rounded({ latitude, longitude }: Point): Point {
  return { latitude: round(latitude), longitude: round(longitude) }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
