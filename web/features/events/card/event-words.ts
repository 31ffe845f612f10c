import type { Category, EventStatus } from '#contract/events/events.ts'
import * as terms from '#messages/event-terms.json'
import * as m from '#messages/events.json'

export const categoryNames: Record<Category, string> = {
  CONFERENCE: terms.categoryConference,
  WORKSHOP: terms.categoryWorkshop,
  SEMINAR: terms.categorySeminar,
  NETWORKING: terms.categoryNetworking,
  CONCERT: terms.categoryConcert,
  OTHER: terms.categoryOther,
}

export const statusNames: Record<EventStatus, string> = {
  UPCOMING: m.statusUpcoming,
  ONGOING: m.statusOngoing,
  COMPLETED: m.statusCompleted,
}
