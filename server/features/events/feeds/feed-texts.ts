import { type Placed, placeText } from '#contract/events/event-place.ts'
import type { Language } from '#contract/language/languages.ts'
import * as en from '#languages/en/feeds.json'
import * as th from '#languages/th/feeds.json'
import { inLanguages } from '#server/lib/language/in-languages.ts'

/** What feeds, calendars, pictures of links and passes say. */
export const feedTexts = inLanguages(en, th)

/** '' for an event in person without an address. */
export function placeIn(language: Language, event: Placed): string {
  const { onlineEvent, placeToBeAnnounced } = feedTexts[language]
  if (event.is_online) return onlineEvent
  return event.place_to_be_announced ? placeToBeAnnounced : placeText(event)
}
