import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApplicationState, CancelReason, EventParams, Slip, WalkInPayment } from '#contract/events/events.schemas.ts'
import { Cursor, commaSeparated, Day, Flag, Id, Instant, PathId, pageLimit, text } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { GivenAnswer } from '#contract/questions/questions.ts'
import * as m from '#messages/fields.json'

/** `approved` holds a ticket; `pending` waits for approval, payment or a seat; a `cancelled` application has ended. */
export const ApplicantStatus = z.enum(['approved', 'pending', 'cancelled'])
export type ApplicantStatus = z.infer<typeof ApplicantStatus>

/** An applicant as ticket holders of the same event see them. */
export const FellowApplicant = z.object({
  id: Id,
  username: z.string(),
  profile_picture: z.string(),
  status: ApplicantStatus,
})
export type FellowApplicant = z.infer<typeof FellowApplicant>

/** An applicant as the event's owner and desk see them, once per person. `id` is the user's; a deleted account has a unique negative
 *  one, the name 'Deleted account', and no other data; so have invitations that nobody has claimed and walk-ins, with the name
 *  that was typed, and invitations an email. `created_at` is the time of the last application; the counts are those of the
 *  person's profile; `company` is always ''. */
export const Applicant = FellowApplicant.extend({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  company: z.string(),
  address: z.string(),
  nationality: z.string(),
  birth_date: Day.nullable(),
  attended_events_count: z.number().int(),
  cancelled_events_count: z.number().int(),
  created_at: Instant,
  /** The last application: what decisions are made about. */
  application_id: Id,
  state: ApplicationState,
  /** The place on the waiting list; null if not on it. */
  position: z.number().int().nullable(),
  pay_by: Instant.nullable(),
  /** Until when the invitation can, or could, be claimed; null without one. */
  claim_by: Instant.nullable(),
  /** How somebody who came without a ticket has paid at the door; null for everybody else. */
  walk_in: WalkInPayment.nullable(),
  /** The number and the price of the applicant's own seat. */
  ticket_number: z.string(),
  seat_price_satang: z.number().int(),
  /** Of all its seats together. */
  price_satang: z.number().int(),
  /** The further seats of the application. */
  guests: z.array(
    z.object({
      id: Id,
      ticket_number: z.string(),
      fullname: z.string(),
      state: ApplicationState,
      price_satang: z.number().int(),
      answers: z.array(GivenAnswer),
    }),
  ),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  /** The code that it was made with; '' without one. */
  code: z.string(),
  cancel_reason: CancelReason.nullable(),
  organizer_word: z.string(),
  /** The last transfer slip. */
  slip: Slip.nullable(),
  /** To the event's questions, in the order of the questions. */
  answers: z.array(GivenAnswer),
})
export type Applicant = z.infer<typeof Applicant>

/** Whether the list was read by owner or desk. */
export function isFullRecord(applicant: Applicant | FellowApplicant): applicant is Applicant {
  return 'email' in applicant
}

export const applicantSorts = ['newest', 'oldest', 'name', 'status'] as const
export const ApplicantSort = z.enum(applicantSorts)
export type ApplicantSort = z.infer<typeof ApplicantSort>

/** `search` finds parts of usernames; for the desk also of names, emails and phone numbers. `name` sorts by first and
 *  last name for the desk, by username for others; `cursor` is the number of applicants to skip. */
export const ApplicantQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: ApplicantStatus.optional(),
  /** Not for ticket holders. */
  state: ApplicationState.optional(),
  /** Not for ticket holders: unpaid applications whose last slip is in this state. */
  slip: Slip.shape.state.optional(),
  sort: ApplicantSort.default('newest'),
  limit: pageLimit(10_000),
  cursor: Cursor,
})
export type ApplicantQuery = z.output<typeof ApplicantQuery>

/** Full records for the desk and above, reduced ones for ticket holders, `applicants_only` for others. `X-Total-Count` has the number of
 *  all matches, `Link` the next page. */
export const listApplicants = {
  method: 'GET',
  url: '/api/events/:eventId/attendee-list',
  schema: {
    summary: 'List the applicants of an event',
    params: EventParams,
    querystring: ApplicantQuery,
    refusals: ['applicants_only', 'event_not_found'],
    responseHeaders: ['link', 'x-total-count'],
    response: { 200: z.array(z.union([Applicant, FellowApplicant])) },
  },
  config: { access: 'signed-in', scope: 'attendees' },
} satisfies Endpoint

/** All matching applicants, for spreadsheets (UTF-8 with BOM). */
export const exportApplicants = {
  method: 'GET',
  url: '/api/events/:eventId/attendee-list.csv',
  schema: {
    summary: 'Download the applicants of an event as CSV',
    params: EventParams,
    querystring: ApplicantQuery.pick({ search: true, status: true, state: true, slip: true, sort: true }),
    mediaType: 'text/csv',
    responseHeaders: ['content-disposition'],
    response: { 200: z.string() },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'attendees' },
} satisfies Endpoint

/** People, each counted once by their last application, and the seats that they hold with their guests. */
export const ApplicantCounts = z.object({
  all: z.number().int(),
  /** PENDING. */
  to_approve: z.number().int(),
  /** UNPAID. */
  to_pay: z.number().int(),
  /** UNPAID with a slip in review. */
  slips_to_check: z.number().int(),
  /** INVITED. */
  invited: z.number().int(),
  /** WAITING. */
  waiting: z.number().int(),
  /** ACTIVE or USED. */
  approved: z.number().int(),
  cancelled: z.number().int(),
  /** Ended applications whose money the owner still has, or may have. */
  refunds_due: z.number().int(),
  /** Whether a ticket or unpaid seat has a price: one that has been paid, or may be. */
  has_prices: z.boolean(),
  /** With guests, invitations and seats set aside for the door. */
  seats_held: z.number().int(),
  /** Of these, the ones set aside for the door and not sold yet. */
  set_aside: z.number().int(),
  /** As `seats_left` of the event. */
  seats_left: z.number().int().nullable(),
})
export type ApplicantCounts = z.infer<typeof ApplicantCounts>

/** Does not mark the list as seen. */
export const countApplications = {
  method: 'GET',
  url: '/api/events/:eventId/applications/counts',
  schema: {
    summary: 'Count the applications for your own event by state',
    params: EventParams,
    response: { 200: ApplicantCounts },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'read' },
} satisfies Endpoint

/** Events per call. */
const mostAsked = 100

/** For each of these own events: applicants since the owner last saw the list, without those who cancelled; applications to
 *  approve; slips to check. Leaves out events without any, and those of other owners. */
export const countNewApplicants = {
  method: 'GET',
  url: '/api/events/my-events/new-applicants',
  schema: {
    summary: 'Count the new applicants of your own events',
    querystring: z.object({
      /** IDs, separated by commas. */
      events: commaSeparated(mostAsked * 11)
        .transform((list): (string | number)[] => list.split(','))
        .pipe(z.array(PathId).max(mostAsked)),
    }),
    response: {
      200: z.array(
        z.object({
          event_id: Id,
          new_applicants: z.number().int(),
          to_approve: z.number().int(),
          slips_to_check: z.number().int(),
          /** 0 for those who may not moderate the event's comments. */
          reported_comments: z.number().int(),
        }),
      ),
    },
  },
  config: { access: 'signed-in', scope: 'read' },
} satisfies Endpoint

export const decisionLimits = { applications: 1_000, word: 300 } as const

/** IDs of applications (`application_id` of an applicant, `id` of a ticket). All must be of this event; those whose state does
 *  not allow the decision are skipped. */
const Applications = z
  .array(Id)
  .min(1, m.chooseApplication)
  .max(decisionLimits.applications, fill(m.chooseApplicationsAtMost, { most: decisionLimits.applications }))

/** The changed applications. */
const Decided = z.object({ applications: z.array(Id) })
export type Decided = z.infer<typeof Decided>

/** The organizer's message to each of the applicants; '' for none. */
const Word = text(decisionLimits.word).default('')

/** Gives each of these PENDING applications a seat: they become ACTIVE, or UNPAID if there is a price. If there are fewer seats,
 *  throws `seats_not_enough` with the number of free ones that they could use in `seats_free` and that of the applications
 *  they are enough for in `applications_fit`; with `first` it approves those. They are taken in the order in which they were made.
 *  One that does not fit keeps the free seats that it could use from those behind it. `application_decided` if none is PENDING. */
export const approveApplications = {
  method: 'POST',
  url: '/api/events/:eventId/applications/approve',
  schema: {
    summary: 'Approve applications for your own event',
    params: EventParams,
    body: z.object({ applications: Applications, word: Word, first: Flag.default(false) }),
    refusals: [
      'application_decided',
      'event_called_off',
      'event_over',
      'event_started',
      'seats_not_enough',
      'ticket_not_found',
    ],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'attendees', limit: 'write' },
} satisfies Endpoint

/** Ends applications that are not tickets yet: WAITING, PENDING or UNPAID. Takes invitations back: INVITED. */
export const refuseApplications = {
  method: 'POST',
  url: '/api/events/:eventId/applications/refuse',
  schema: {
    summary: 'Refuse applications for your own event',
    params: EventParams,
    body: z.object({ applications: Applications, word: Word }),
    refusals: ['application_decided', 'event_called_off', 'event_over', 'ticket_not_found'],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'attendees', limit: 'write' },
} satisfies Endpoint

/** Turns UNPAID applications into tickets: the organizer has seen the money. */
export const markPaid = {
  method: 'POST',
  url: '/api/events/:eventId/applications/paid',
  schema: {
    summary: 'Mark applications for your own event as paid',
    params: EventParams,
    body: z.object({ applications: Applications }),
    refusals: ['application_decided', 'event_called_off', 'event_over', 'ticket_not_found'],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', role: 'desk', scope: 'attendees', limit: 'write' },
} satisfies Endpoint
