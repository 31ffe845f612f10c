import { type Placed, placeInWords } from '#contract/events/event-place.ts'

/** Where a ticket leads: the whole address, which is needed on the way. */
export function placeOf(event: Placed): string {
  return placeInWords(event) || 'See the event page for the place'
}
