import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApplicationState, CancelReason } from '#contract/events/application.ts'
import { EventParams } from '#contract/events/events.ts'
import { commaSeparated, Day, Id, Instant, PathId } from '#contract/fields.ts'
import { Cursor, pageLimit } from '#contract/numbers.ts'
import { Slip } from '#contract/payments/slip.ts'
import { GivenAnswer } from '#contract/questions/questions.ts'

/** `approved` holds a ticket, `pending` has still to be approved or to pay, or stands in line, and of `cancelled` the
 *  application has ended. */
export const ApplicantStatus = z.enum(['approved', 'pending', 'cancelled'])
export type ApplicantStatus = z.infer<typeof ApplicantStatus>

/** An applicant as other applicants of the same event may see them. */
export const FellowApplicant = z.object({
  id: Id,
  username: z.string(),
  profile_picture: z.string(),
  status: ApplicantStatus,
})
export type FellowApplicant = z.infer<typeof FellowApplicant>

/** Somebody who applied, once per person, as the event's owner sees them. `id` is the person's; whoever has deleted their
 *  account is a negative number that is no other row's, named 'Deleted account', without anything else of theirs. `created_at` the time
 *  of the last application, the counts are over all events; `company` is '' as nobody is asked for it. */
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
  /** The last application, by the number of its row: what the calls of decisions.ts take. */
  application_id: Id,
  state: ApplicationState,
  /** The place in line; null where they do not wait. */
  position: z.number().int().nullable(),
  pay_by: Instant.nullable(),
  price_satang: z.number().int(),
  cancel_reason: CancelReason.nullable(),
  organizer_word: z.string(),
  /** The transfer slip that was sent last; null where none was. */
  slip: Slip.nullable(),
  /** To the event's questions, in the order in which they were asked. */
  answers: z.array(GivenAnswer),
})
export type Applicant = z.infer<typeof Applicant>

/** Whether the list was read by the event's owner. */
export function isFullRecord(applicant: Applicant | FellowApplicant): applicant is Applicant {
  return 'email' in applicant
}

export const applicantSorts = ['newest', 'oldest', 'name', 'status'] as const
export const ApplicantSort = z.enum(applicantSorts)
export type ApplicantSort = z.infer<typeof ApplicantSort>

/** `search` finds parts of usernames; for the owner also of names, emails and phone numbers. `name` sorts by first and
 *  last name for the owner, by username for others; `cursor` is how many applicants to pass over. */
export const ApplicantQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: ApplicantStatus.optional(),
  /** For the owner alone. */
  state: ApplicationState.optional(),
  /** For the owner alone: those whose seat is to be paid and whose last slip is in this state. */
  slip: Slip.shape.state.optional(),
  sort: ApplicantSort.default('newest'),
  limit: pageLimit(10_000),
  cursor: Cursor,
})
export type ApplicantQuery = z.output<typeof ApplicantQuery>

/** Full records for the owner, reduced ones for whoever holds a ticket, `applicants_only` for others. The number of all
 *  that match is in `X-Total-Count`, the next page in `Link`. */
export const listApplicants = {
  method: 'GET',
  url: '/api/events/:eventId/attendee-list',
  schema: {
    summary: 'List who applied for an event',
    params: EventParams,
    querystring: ApplicantQuery,
    refusals: ['applicants_only', 'event_not_found'],
    tells: ['link', 'x-total-count'],
    response: { 200: z.array(z.union([Applicant, FellowApplicant])) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** All applicants, or those that match, as a file for spreadsheets (text/csv, UTF-8 with BOM); owner only. */
export const exportApplicants = {
  method: 'GET',
  url: '/api/events/:eventId/attendee-list.csv',
  schema: {
    summary: 'Download who applied for an event, as CSV',
    params: EventParams,
    querystring: ApplicantQuery.pick({ search: true, status: true, state: true, slip: true, sort: true }),
    refusals: ['event_not_found', 'not_your_event'],
    mediaType: 'text/csv',
    tells: ['content-disposition'],
    response: { 200: z.string() },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** How many people applied, each counted once by their last application, as the list has them. */
export const ApplicantCounts = z.object({
  all: z.number().int(),
  /** PENDING. */
  to_approve: z.number().int(),
  /** UNPAID. */
  to_pay: z.number().int(),
  /** UNPAID with a slip that waits for the owner. */
  slips_to_check: z.number().int(),
  /** WAITING. */
  waiting: z.number().int(),
  /** Who holds a ticket: ACTIVE or USED. */
  approved: z.number().int(),
  cancelled: z.number().int(),
  /** Applications that have ended and whose money the owner still has, or may have. */
  refunds_due: z.number().int(),
})
export type ApplicantCounts = z.infer<typeof ApplicantCounts>

/** For the owner alone; it does not count as a look at the list. */
export const countApplications = {
  method: 'GET',
  url: '/api/events/:eventId/applications/counts',
  schema: {
    summary: "Count the applications for one's own event by their state",
    params: EventParams,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: ApplicantCounts },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The most events that are asked about at once. */
const mostAsked = 100

/** How many applied for each of these events of one's own, and have not withdrawn, since its owner last looked at the list of
 *  applicants, how many wait for the owner to approve them, and how many slips of those who hold a seat
 *  wait for the owner. Events without any are left out, and so are those of others. */
export const countNewApplicants = {
  method: 'GET',
  url: '/api/events/my-events/new-applicants',
  schema: {
    summary: "Count the new applicants of one's own events",
    querystring: z.object({
      /** Their ids, separated by commas. */
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
        }),
      ),
    },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
