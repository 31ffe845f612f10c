import type { DressCode } from '#contract/events/events.schemas.ts'
import type { Category, EventStatus } from '#contract/events/events.ts'
import type { OrganizationType } from '#contract/organizers.ts'
import * as terms from '#messages/event-terms.json'
import * as m from '#messages/events.json'
import * as types from '#messages/organizer-types.json'

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

export const dressCodes: Record<DressCode, string> = {
  CASUAL: terms.dressCasual,
  SMART_CASUAL: terms.dressSmartCasual,
  BUSINESS_CASUAL: terms.dressBusinessCasual,
  SEMI_FORMAL: terms.dressSemiFormal,
  FORMAL: terms.dressFormal,
  BLACK_TIE: terms.dressBlackTie,
  WHITE_TIE: terms.dressWhiteTie,
  THEMED: terms.dressThemed,
  OUTDOOR_BEACH_CASUAL: terms.dressOutdoorBeachCasual,
}

export const organizationTypes: Record<OrganizationType, string> = {
  INDIVIDUAL: types.individual,
  COMPANY: types.company,
  NONPROFIT: types.nonprofit,
  EDUCATIONAL: types.educational,
  GOVERNMENT: types.government,
}
