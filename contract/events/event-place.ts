import { type Language, pageLanguage } from '#contract/language/languages.ts'
import { textIn } from '#contract/language/messages.ts'
import * as en from '#languages/en/places.json'
import * as th from '#languages/th/places.json'

export interface Placed {
  is_online: boolean
  /** The address follows later. */
  place_to_be_announced: boolean
  address: string
}

/** '' for an event in person without an address. */
export function placeText(
  { is_online, place_to_be_announced, address }: Placed,
  language: Language = pageLanguage,
): string {
  if (is_online) return textIn(language, en.onlineEvent, th.onlineEvent)
  return place_to_be_announced ? textIn(language, en.toBeAnnounced, th.toBeAnnounced) : address
}

interface Timed extends Placed {
  start_date_event: string
  end_date_event: string
}

const sameInstant = (one: string, other: string) => Date.parse(one) === Date.parse(other)

/** Whether the date, time or place of an event has changed, so that applicants must be notified. */
export function isMoved(before: Timed, after: Timed): boolean {
  return (
    !sameInstant(before.start_date_event, after.start_date_event) ||
    !sameInstant(before.end_date_event, after.end_date_event) ||
    placeText(before) !== placeText(after)
  )
}

/** Whether it was moved by more than a day or to another place: some can no longer come. A place that was not known before is no
 *  other one. */
export function isFarMove(before: Timed, after: Timed): boolean {
  const moved = Math.abs(Date.parse(after.start_date_event) - Date.parse(before.start_date_event))
  const wasKnown = before.is_online || (!before.place_to_be_announced && before.address !== '')
  return moved > 24 * 3_600_000 || (wasKnown && placeText(before) !== placeText(after))
}

/** In degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** The coordinates of an event without a pin: the middle of Bangkok. */
export const bangkok = { latitude: 13.7563, longitude: 100.5018 } as const

/** The event's point on the map; undefined for online events and where the organizer set no pin. */
export function knownPoint({ is_online, latitude, longitude }: Pick<Placed, 'is_online'> & Point): Point | undefined {
  const isUnknown = latitude === bangkok.latitude && longitude === bangkok.longitude
  return is_online || isUnknown ? undefined : { latitude, longitude }
}
