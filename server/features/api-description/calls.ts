import type { z } from 'zod'
import * as auth from '#contract/accounts/auth.ts'
import * as deletion from '#contract/accounts/deletion.ts'
import * as ownData from '#contract/accounts/export.ts'
import * as password from '#contract/accounts/password.ts'
import * as profile from '#contract/accounts/profile.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as comments from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as bookmarks from '#contract/engagement/bookmarks.ts'
import * as follows from '#contract/engagement/follows.ts'
import * as likes from '#contract/engagement/likes.ts'
import * as openingWishes from '#contract/engagement/opening-wishes.ts'
import * as application from '#contract/events/application.ts'
import * as applying from '#contract/events/applying.ts'
import * as drafts from '#contract/events/drafts.ts'
import * as eventDrafts from '#contract/events/event-draft.ts'
import * as lists from '#contract/events/event-list.ts'
import * as events from '#contract/events/events.ts'
import * as facets from '#contract/events/facets.ts'
import * as live from '#contract/events/live.ts'
import * as ownEvents from '#contract/events/own-events.ts'
import * as fields from '#contract/fields.ts'
import * as information from '#contract/information.ts'
import * as moderation from '#contract/moderation.ts'
import * as organizers from '#contract/organizers.ts'
import * as pictures from '#contract/pictures.ts'
import * as places from '#contract/places.ts'
import * as questions from '#contract/questions/questions.ts'
import * as applicants from '#contract/tickets/applicants.ts'
import * as decisions from '#contract/tickets/decisions.ts'
import * as door from '#contract/tickets/door.ts'
import * as progress from '#contract/tickets/door-progress.ts'
import * as payment from '#contract/tickets/payments.ts'
import * as receipt from '#contract/tickets/payments.ts'
import * as slips from '#contract/tickets/payments.ts'
import * as refunds from '#contract/tickets/refunds.ts'
import * as slip from '#contract/tickets/tickets.ts'
import * as answers from '#contract/tickets/tickets.ts'
import * as ticketFeed from '#contract/tickets/tickets.ts'
import * as tickets from '#contract/tickets/tickets.ts'

/** A module of the contract. */
type Module = Record<string, unknown>

/** The groups of the description, in its order, and the modules whose calls they hold. */
const groups: Record<string, Module[]> = {
  Accounts: [auth, password, sessions, profile, ownData, deletion],
  Organizers: [organizers, follows, moderation],
  Events: [lists, events, facets, live, eventDrafts, ownEvents, drafts],
  'Likes, bookmarks and wishes': [likes, bookmarks, openingWishes],
  Applying: [tickets, answers, payment, receipt, ticketFeed],
  'Applications for own events': [applicants, decisions, slips, refunds],
  Door: [door, progress],
  Comments: [comments],
  Others: [places, information],
}

/** A call under the name that it has in the contract. */
export interface NamedCall {
  name: string
  group: string
  endpoint: Endpoint
}

/** Every call of the contract. */
export const calls: NamedCall[] = Object.entries(groups).flatMap(([group, modules]) =>
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, group, endpoint: value }] : [])),
  ),
)

export const groupNames = Object.keys(groups)

/** The schemas of the contract that have a name, for those that are objects or choices. */
export const namedSchemas: [name: string, schema: z.ZodType][] = [
  ...Object.values(groups).flat(),
  ...[application, applying, fields, pictures, questions, slip],
].flatMap((module) =>
  Object.entries(module).flatMap(([name, value]): [string, z.ZodType][] => (isNameable(value) ? [[name, value]] : [])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value
}

function isNameable(value: unknown): value is z.ZodType {
  const { _zod: zod } = (value ?? {}) as Partial<z.ZodType>
  return zod?.def.type === 'object' || zod?.def.type === 'enum'
}
