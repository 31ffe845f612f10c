import { z } from 'zod'
import { CommentAuthor } from '#contract/comments/comments.schemas.ts'
import { type Endpoint, type EventRole, eventRoles } from '#contract/endpoint.ts'
import { CardEvent, EventParams } from '#contract/events/events.schemas.ts'
import { Cursor, Email, Id, Instant, PathId, pageLimit } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import * as roles from '#messages/team-roles.json'

/** Members and open invitations of an event together, and the days for which an invitation is valid. */
export const teamLimits = { most: 20, days: 7 }

/** The roles that an owner gives. */
export const TeamRole = z.enum(eventRoles, m.chooseRole).exclude(['owner'])
export type TeamRole = z.infer<typeof TeamRole>

export const roleLabels: Record<EventRole, string> = {
  door: roles.door,
  desk: roles.desk,
  co_host: roles.coHost,
  owner: roles.owner,
}

/** What a role may do, for the owner who gives it. */
export const roleTexts: Record<TeamRole, string> = {
  door: roles.doorDoes,
  desk: roles.deskDoes,
  co_host: roles.coHostDoes,
}

/** The same for the person who has it. */
export const ownRoleTexts: Record<TeamRole, string> = {
  door: roles.doorYouDo,
  desk: roles.deskYouDo,
  co_host: roles.coHostYouDo,
}

/** Someone as the others of a team see them. */
export const TeamPerson = CommentAuthor
export type TeamPerson = z.infer<typeof TeamPerson>

/** A member, or an invitation that nobody has accepted yet: `person` is null, and `expires_at` says until when it is valid. */
export const TeamMember = z.object({
  id: Id,
  role: TeamRole,
  person: TeamPerson.nullable(),
  /** Where the invitation was mailed to; '' for a copied link, and once it is accepted. */
  email: z.string(),
  expires_at: Instant.nullable(),
  /** When they joined, or were invited. */
  since: Instant,
})
export type TeamMember = z.infer<typeof TeamMember>

const url = '/api/events/:eventId/team'
const MemberParams = EventParams.extend({ memberId: PathId })

/** Members first, both in the order in which they came. The dates of a series have one team: what is changed at one of them is changed
 *  at all. */
export const listTeam = {
  method: 'GET',
  url,
  schema: { summary: 'List the team of your event', params: EventParams, response: { 200: z.array(TeamMember) } },
  config: { access: 'signed-in', role: 'owner' },
} satisfies Endpoint

export const NewMember = z.object({ role: TeamRole, email: Email.optional() })
export type NewMember = z.infer<typeof NewMember>

/** With `email` the link is mailed, and `secret` is ''; without, this is the only answer with it:
 *  `/team-invitation/<secret>`. Whether the address has an account makes no difference. Each link lets one person join. */
export const inviteMember = {
  method: 'POST',
  url,
  schema: {
    summary: 'Invite somebody to the team of your event',
    params: EventParams,
    body: NewMember,
    refusals: ['email_not_verified', 'too_many_members'],
    response: { 201: TeamMember.extend({ secret: z.string() }) },
  },
  config: { access: 'signed-in', role: 'owner', limit: 'guest_mail' },
} satisfies Endpoint

export const changeMember = {
  method: 'PATCH',
  url: `${url}/:memberId`,
  schema: {
    summary: "Change a member's role",
    params: MemberParams,
    body: z.object({ role: TeamRole }),
    refusals: ['member_not_found'],
    response: { 200: TeamMember },
  },
  config: { access: 'signed-in', role: 'owner', limit: 'write' },
} satisfies Endpoint

/** Also withdraws an invitation. */
export const removeMember = {
  method: 'DELETE',
  url: `${url}/:memberId`,
  schema: {
    summary: 'Remove somebody from the team of your event',
    params: MemberParams,
    refusals: ['member_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', role: 'owner', limit: 'write', empty: true },
} satisfies Endpoint

/** `member_not_found` for the owner, who can delete the event instead. */
export const leaveTeam = {
  method: 'DELETE',
  url,
  schema: {
    summary: 'Leave the team of an event',
    params: EventParams,
    refusals: ['member_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', role: 'door', limit: 'write', empty: true },
} satisfies Endpoint

/** Of other people's events that have not ended more than a month ago, next first, then past ones; one date of each series. */
export const listTeamEvents = {
  method: 'GET',
  url: '/api/events/team-events',
  schema: {
    summary: 'List the events in whose team you are',
    response: { 200: z.array(z.object({ role: TeamRole, event: CardEvent })) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

const InvitationParams = z.object({ secret: z.string().max(100) })

export const TeamInvitation = z.object({
  role: TeamRole,
  event_id: Id,
  event_name: z.string(),
  start_date_event: Instant,
  organizer_name: z.string(),
  expires_at: Instant,
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** For anybody with the link. */
export const showTeamInvitation = {
  method: 'GET',
  url: '/api/team-invitations/:secret',
  schema: {
    summary: 'Read an invitation to a team',
    params: InvitationParams,
    refusals: ['invitation_invalid'],
    response: { 200: TeamInvitation },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

/** The link ends with it. */
export const acceptTeamInvitation = {
  method: 'POST',
  url: '/api/team-invitations/:secret',
  schema: {
    summary: 'Join the team of an event',
    params: InvitationParams,
    refusals: ['already_member', 'invitation_invalid'],
    response: { 200: z.object({ event_id: Id, role: TeamRole }) },
  },
  config: { access: 'signed-in', limit: 'link' },
} satisfies Endpoint

/** What is logged of an event. `detail` is the changed fields of `edited`, the subject of a message, what was exported or
 *  moderated, and of `team` what happened there. */
export const logActions = [
  'approved',
  'refused',
  'paid',
  'slip_refused',
  'refunded',
  'refund_undone',
  'edited',
  'messaged',
  'message_stopped',
  'moderated',
  'exported',
  'team',
] as const
export const LogAction = z.enum(logActions)
export type LogAction = z.infer<typeof LogAction>

/** Names in one entry. */
export const mostNames = 50

export const LogEntry = z.object({
  id: Id,
  /** Null once their account is deleted. */
  person: TeamPerson.nullable(),
  action: LogAction,
  detail: z.string(),
  /** Those whose applications were decided, or the member of `team`: at most `mostNames`. */
  names: z.array(z.string()),
  /** All of them, with those not named. */
  total: z.number().int(),
  at: Instant,
})
export type LogEntry = z.infer<typeof LogEntry>

/** Newest first. `people` is everybody with an entry. `X-Total-Count` has the number of all matches, `Link` the next page. */
export const listLog = {
  method: 'GET',
  url: '/api/events/:eventId/log',
  schema: {
    summary: 'List who did what with your event',
    params: EventParams,
    querystring: z.object({
      person: PathId.optional(),
      action: LogAction.optional(),
      limit: pageLimit(100),
      cursor: Cursor,
    }),
    responseHeaders: ['link', 'x-total-count'],
    response: { 200: z.object({ entries: z.array(LogEntry), people: z.array(TeamPerson) }) },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint
