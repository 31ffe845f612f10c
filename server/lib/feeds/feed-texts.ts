import type { Category, EventStatus } from '#contract/events/events.ts'
import type { Language } from '#contract/language/languages.ts'
import * as termsInEnglish from '#languages/en/event-terms.json'
import * as en from '#languages/en/feeds.json'
import * as terms from '#languages/th/event-terms.json'
import * as th from '#languages/th/feeds.json'
import { inLanguages } from '#server/lib/language/in-languages.ts'

/** What feeds, calendars, pictures of links and passes say. */
export const feedTexts = inLanguages(en, th)

const termTexts = inLanguages(termsInEnglish, terms)

export function categoryIn(language: Language, category: Category): string {
  const m = termTexts[language]
  return {
    CONFERENCE: m.categoryConference,
    WORKSHOP: m.categoryWorkshop,
    SEMINAR: m.categorySeminar,
    NETWORKING: m.categoryNetworking,
    CONCERT: m.categoryConcert,
    OTHER: m.categoryOther,
  }[category]
}

export function statusIn(language: Language, status: EventStatus): string {
  const m = feedTexts[language]
  return { UPCOMING: m.statusUpcoming, ONGOING: m.statusOngoing, COMPLETED: m.statusCompleted }[status]
}
