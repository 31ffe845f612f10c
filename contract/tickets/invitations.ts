import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import { Email, GivenInstant, Id, Instant, numeric, PathId } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { requiredName } from '#contract/names.ts'
import { Question } from '#contract/questions/questions.ts'
import { Application, guestNameLimit } from '#contract/tickets/tickets.schemas.ts'
import * as m from '#messages/fields.json'

/** `people` per call, `csv` in characters, `invitations` per event. */
export const invitationLimits = { people: 500, csv: 100_000, invitations: 5_000 } as const

export const Invitee = z.object({ name: requiredName(m.name, guestNameLimit), email: Email })
export type Invitee = z.infer<typeof Invitee>

/** What all invitations of a call have in common. */
const terms = {
  /** Null for an event without types. A hidden or closed type may be given too. */
  ticket_type_id: numeric(Id, null).default(null),
  /** Null: until the event starts, or ends if it has started. */
  claim_by: z.union([z.null(), z.literal('').transform(() => null), GivenInstant], m.dateTimeNeeded).default(null),
}

/** People who have an invitation or a ticket already are left out, and counted as `known`. */
const Invited = z.object({ invited: z.number().int(), known: z.number().int() })

const refusals = [
  'email_not_verified',
  'event_called_off',
  'event_deleted',
  'event_over',
  'seats_not_enough',
  'ticket_type_not_found',
  'too_many_invitations',
] as const

/** Takes a seat for each of these people, without a price, and mails them a link to claim it. All of them are invited, or nobody:
 *  `seats_not_enough` tells in `seats_free` how many could be. */
export const inviteGuests = {
  method: 'POST',
  url: '/api/events/:eventId/invitations',
  schema: {
    summary: 'Invite people to your own event',
    params: EventParams,
    body: z.object({
      people: z
        .array(Invitee)
        .min(1, m.enterPerson)
        .max(invitationLimits.people, fill(m.inviteAtMost, { most: invitationLimits.people })),
      ...terms,
    }),
    refusals,
    response: { 201: Invited },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'invite' },
} satisfies Endpoint

/** The same for a table with the headings Name and Email. If a row is not valid, nobody is invited, and `detail` has a sentence for
 *  each. */
export const importInvitations = {
  method: 'POST',
  url: '/api/events/:eventId/invitations/import',
  schema: {
    summary: 'Invite the people of a CSV file to your own event',
    params: EventParams,
    body: z.object({
      csv: z.string().min(1, m.chooseFile).max(invitationLimits.csv, m.fileTooLong),
      ...terms,
    }),
    refusals,
    response: { 201: Invited },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'invite' },
} satisfies Endpoint

/** Mails an invitation again, with a new link: the old one ends. */
export const resendInvitation = {
  method: 'POST',
  url: '/api/events/:eventId/invitations/:applicationId/resend',
  schema: {
    summary: 'Mail an invitation to your own event again',
    params: EventParams.extend({ applicationId: PathId }),
    refusals: ['application_decided', 'email_not_verified', 'ticket_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'invite', empty: true },
} satisfies Endpoint

export const InvitationState = z.enum(['open', 'claimed', 'declined', 'taken_back', 'not_claimed', 'called_off'])
export type InvitationState = z.infer<typeof InvitationState>

/** An invitation as its link shows it. */
export const Invitation = z.object({
  state: InvitationState,
  /** The invited person, as the organizer typed it. */
  fullname: z.string(),
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  /** '' for an online event, and while the place is not announced. */
  address: z.string(),
  is_online: z.boolean(),
  organizer_name: z.string(),
  /** The name of its ticket type; '' without one. */
  ticket_type: z.string(),
  claim_by: Instant,
  /** Answered when claiming; none once it cannot be claimed any more. */
  questions: z.array(Question),
  /** Whether the viewer may open the event's page. */
  sees_event: z.boolean(),
  /** The viewer's ticket, if they have claimed it. */
  application_id: Id.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

const LinkParams = z.object({ token: z.string().max(100) })

export const showInvitation = {
  method: 'GET',
  url: '/api/invitations/:token',
  schema: {
    summary: 'Read an invitation by its link',
    params: LinkParams,
    refusals: ['invitation_not_found'],
    response: { 200: Invitation },
  },
  config: { access: 'visitor', limit: 'link' },
} satisfies Endpoint

/** The invited seat becomes the user's ticket, with their answers to the event's questions as in an application. It takes the
 *  place of an application that waits for a seat or an approval. */
export const claimInvitation = {
  method: 'POST',
  url: '/api/invitations/:token/claim',
  schema: {
    summary: 'Claim the ticket of an invitation',
    params: LinkParams,
    body: Application.pick({ answers: true, asked: true }).optional(),
    refusals: [
      'already_applied',
      'answers_invalid',
      'birth_date_missing',
      'blocked_by_organizer',
      'invitation_ended',
      'invitation_not_found',
      'own_event',
      'too_young',
    ],
    response: { 200: z.object({ application_id: Id }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Gives the seat back, without an account. */
export const declineInvitation = {
  method: 'POST',
  url: '/api/invitations/:token/decline',
  schema: {
    summary: 'Decline an invitation',
    params: LinkParams,
    refusals: ['invitation_ended', 'invitation_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'anyone', limit: 'link', empty: true },
} satisfies Endpoint
