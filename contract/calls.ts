/**
 * Every call of the API, listed once: what the API description, the tests of rights, privacy and failures, and the fuzzer go
 * by. A call of a module that is here is known by its export's name; a new module is one import and its place in a group.
 * For servers, tests and tools only: a page that imported this would load the whole contract.
 */
import * as accessTokens from './accounts/access-tokens.ts'
import * as auth from './accounts/auth.schemas.ts'
import * as ownData from './accounts/own-data.ts'
import * as passwordless from './accounts/passwordless.ts'
import * as profile from './accounts/profile.ts'
import * as sessions from './accounts/sessions.ts'
import * as comments from './comments/comments.schemas.ts'
import * as moderation from './comments/moderation.schemas.ts'
import type { Endpoint } from './endpoint.ts'
import * as engagement from './engagement/engagement.schemas.ts'
import * as follows from './engagement/follows.ts'
import * as drafts from './events/drafts.ts'
import * as lists from './events/event-list.schemas.ts'
import * as events from './events/events.schemas.ts'
import * as live from './events/live.schemas.ts'
import * as ownEvents from './events/own-events.ts'
import * as information from './information.ts'
import * as organizers from './organizers.ts'
import * as places from './places.ts'
import * as applicants from './tickets/applicants.ts'
import * as codes from './tickets/codes.schemas.ts'
import * as door from './tickets/door.ts'
import * as feedback from './tickets/feedback.ts'
import * as guests from './tickets/guests.ts'
import * as invitations from './tickets/invitations.ts'
import * as messages from './tickets/messages.ts'
import * as overview from './tickets/overview.ts'
import * as payments from './tickets/payments.ts'
import * as refunds from './tickets/refunds.ts'
import * as team from './tickets/team.ts'
import * as tickets from './tickets/tickets.schemas.ts'
import * as walkIns from './tickets/walk-ins.ts'
import * as webhooks from './webhooks.ts'

/** The modules with calls, by the heading under which the API description shows them. */
export const callGroups = {
  Accounts: [auth, passwordless, sessions, profile, accessTokens, ownData],
  Organizers: [organizers, follows, moderation],
  Events: [lists, events, live, ownEvents, drafts],
  'Likes, bookmarks and reminders': [engagement],
  Applying: [tickets, guests, payments],
  'Applications for own events': [applicants, refunds, overview],
  Team: [team],
  Invitations: [invitations],
  Codes: [codes],
  'Messages to attendees': [messages, feedback],
  Door: [door, walkIns],
  Comments: [comments],
  Webhooks: [webhooks],
  Others: [places, information],
}

type Module = (typeof callGroups)[keyof typeof callGroups][number]
type CallIn<M> = M extends unknown ? { [K in keyof M]: M[K] extends Endpoint ? K : never }[keyof M] : never

/** The name of a call: of the object that describes it. */
export type CallName = CallIn<Module>

/** A call with its name and group. */
export interface NamedCall {
  name: CallName
  group: string
  endpoint: Endpoint
}

export const calls: NamedCall[] = Object.entries(callGroups).flatMap(([group, modules]) =>
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name: name as CallName, group, endpoint: value }] : [],
    ),
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value
}
