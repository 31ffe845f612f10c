import { fullDate, fullSpan } from '#contract/dates.ts'
import type { Category, EventStatus } from '#contract/events/events.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as termsInEnglish from '#languages/en/event-terms.json'
import * as en from '#languages/en/feeds.json'
import * as terms from '#languages/th/event-terms.json'
import * as th from '#languages/th/feeds.json'

/** What feeds, calendars, mails, pictures of links and passes say. */
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

/** 'Saturday, November 21, 2026 at 6:30 PM (Bangkok time)'. */
export function zonedDate(iso: string, language: Language): string {
  return fill(feedTexts[language].inBangkok, { date: fullDate(iso, language) })
}

/** 'Saturday, November 21, 2026 at 6:30 PM to 8:00 PM (Bangkok time)'. */
export function zonedSpan(start: string, end: string, language: Language): string {
  return fill(feedTexts[language].inBangkok, { date: fullSpan(start, end, language) })
}
