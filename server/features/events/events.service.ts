import { isDeepStrictEqual } from 'node:util'
import { type EventRole, isAtLeast } from '#contract/endpoint.ts'
import {
  type EventFields,
  eventDateProblems,
  withoutWhatDoesNotApply,
  withPriceOfTypes,
} from '#contract/events/event-fields.ts'
import { isUnlisted } from '#contract/events/event-links.ts'
import { EndReason } from '#contract/events/events.schemas.ts'
import type { CardEvent, Event, EventDetail } from '#contract/events/events.ts'
import type { EventChange, NewEvent } from '#contract/events/own-events.ts'
import type { TicketTypeFields } from '#contract/events/ticket-types.ts'
import type { Uploaded } from '#contract/fields.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { countedEmails, viewerOf } from '#server/features/accounts/viewer.ts'
import { insertPublished, selectPublished } from '#server/features/events/drafts/drafts.repository.ts'
import {
  newPicture,
  pictureOfDraft,
  sentHash,
  settlePicture,
  takeDraft,
} from '#server/features/events/drafts/drafts.service.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { logAction, selectRole } from '#server/features/team/team.repository.ts'
import { standingFor } from '#server/features/tickets/admission/admission.service.ts'
import { noteWhereabouts } from '#server/features/tickets/mails/moves.service.ts'
import {
  dropDoorSeats,
  insertSeats,
  lockSeats,
  selectSeats,
  updateCapacity,
} from '#server/features/tickets/store/seats.repository.ts'
import {
  hadTicketsOfTypes,
  removeTypes,
  selectTypes,
  writeTypes,
} from '#server/features/tickets/store/ticket-types.repository.ts'
import { selectEnd } from '#server/features/tickets/store/tickets.repository.ts'
import { settleApplications } from '#server/features/tickets/waiting-list/settings-change.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { replacePicture, type Upload, withPicture } from '#server/lib/pictures/uploads.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { insertPendingNews } from './event-news.repository.ts'
import { checkTexts, withHtml } from './event-texts.service.ts'
import {
  insertEvent,
  insertGuest,
  insertKnownGuests,
  type OwnEvent,
  selectCard,
  selectEvent,
  selectOtherDates,
  selectStored,
  updateEvent,
  updateEventImage,
} from './events.repository.ts'

/** Throws `event_not_found` also if the user, or a visitor, may not see the event. */
export async function requireVisible(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  linkKey?: string,
): Promise<Event> {
  const event = await selectEvent(ctx.db, id, { ...viewerOf(ctx.settings, user), linkKey }, ctx.now())
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** The card fields of one event. Throws like `requireVisible`. */
export async function showCard(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  linkKey?: string,
): Promise<CardEvent> {
  const event = await selectCard(ctx.db, id, { ...viewerOf(ctx.settings, user), linkKey }, ctx.now())
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** What other sites may show of an event: null if visitors do not see it, such as one that was called off. */
export function findForVisitors(ctx: Context, id: number): Promise<CardEvent | null> {
  return selectCard(ctx.db, id, viewerOf(ctx.settings, null), ctx.now())
}

/** One event with its texts as HTML. A user who opens an unlisted event with its key is remembered, and finds it by
 *  its number from then on. */
export async function showDetail(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  linkKey?: string,
): Promise<EventDetail> {
  const event = await requireVisible(ctx, user, id, linkKey)
  if (user !== null && linkKey !== undefined && isUnlisted(event)) await insertGuest(ctx.db, id, user.id, linkKey)
  const [detail, standing, end, other_dates] = await Promise.all([
    withHtml(ctx, event),
    standingFor(ctx, user, event),
    user === null ? null : selectEnd(ctx.db, id, user.id),
    event.series_id === null ? [] : selectOtherDates(ctx.db, event, viewerOf(ctx.settings, user), ctx.now()),
  ])
  const ended = EndReason.safeParse(end?.reason).data ?? null
  return { ...detail, standing, ended, refused: end?.reason === 'refused' ? end.word : null, other_dates }
}

/** Publishes an event and removes its draft in the same transaction. A request repeated with its draft or key, because its
 *  answer was lost, gets the same event again. Throws `organizers_only`, `draft_published` if what is repeated has changed, and
 *  what `takeDraft` and `newPicture` throw. */
export async function create(
  ctx: Context,
  user: SignedInUser,
  sent: NewEvent,
  upload: Upload | null,
): Promise<EventDetail> {
  if (!(await isOrganizer(ctx.db, user.id))) throw new AppError('organizers_only')
  const { draft_id, draft_version, picture, client_key, ...typed } = sent
  const read = draft_id === null ? null : { id: draft_id, version: draft_version }
  const sent_hash = sentHash(sent, upload)
  const publishedAlready = async (db: Db) => {
    const found = await selectPublished(db, user.id, { draft_id, client_key })
    if (found !== null && !found.sent_hash.equals(sent_hash)) throw new AppError('draft_published')
    return found?.event_id ?? null
  }
  const known = await publishedAlready(ctx.db)
  if (known !== null) return showDetail(ctx, user, known)

  const now = ctx.now()
  const event = withoutWhatDoesNotApply(withPriceOfTypes(typed))
  const problems = eventDateProblems(event, now)
  if (problems.length > 0) throw invalidFields(problems)
  await checkTexts(ctx, event)

  const before = read === null ? '' : await pictureOfDraft(ctx, user, read)
  const source = await newPicture(ctx, user, { upload, picture, own: before })
  const { id } = await withPicture(ctx, source, async (tx, address) => {
    // The same request may be under way twice. Then the second picture is not needed.
    await lockUser(tx, user.id)
    const known = await publishedAlready(tx)
    if (known !== null) return { id: known, former: address ?? '' }
    const own = read === null ? '' : await takeDraft(tx, user, read)
    const { settled, former } = settlePicture({ picture, own, address })
    const id = await insertWhole(tx, user.id, event, settled, { isNews: true, now })
    if (read !== null || client_key !== undefined)
      await insertPublished(tx, user.id, { draft_id, client_key }, { event_id: id, sent_hash })
    return { id, former }
  })
  // Nobody has its page open yet, but lists have changed.
  ctx.announcer.announce(id)
  return showDetail(ctx, user, id)
}

/** Inserts an event with its seats and ticket types. Followers are told of it if it is news. */
export async function insertWhole(
  tx: Db,
  userId: number,
  event: EventFields,
  image: string,
  { isNews, now }: { isNews: boolean; now: Date },
): Promise<number> {
  const id = await insertEvent(tx, userId, event, image, now)
  await insertSeats(tx, id, event.max_attendee)
  if (event.ticket_types.length > 0) await replaceTypes(tx, id, copied(event.ticket_types), now)
  if (isNews) await insertPendingNews(tx, id, userId, now)
  return id
}

/** A new event has types of its own, also one that is copied from another. */
function copied(types: TicketTypeFields[]): TicketTypeFields[] {
  return types.map((type) => ({ ...type, id: null }))
}

/** The one place that decides whether somebody may do something with an event, for all calls with a `role` (server/app.ts). Throws
 *  `event_not_found` if the user may not see the event, `not_your_event` without a role, and `role_missing` if it is too low. */
export async function requireRole(ctx: Context, user: SignedInUser, id: number, least: EventRole): Promise<void> {
  // Scans wait for this one query; only a refusal reads the whole event.
  const role = await selectRole(ctx.db, id, user.id)
  if (role === null) await requireVisible(ctx, user, id)
  refuseBelow(role, least)
}

/** Throws `not_your_event` without a role, and `role_missing` if it is too low. */
export function refuseBelow(role: EventRole | null, least: EventRole): void {
  if (!isAtLeast(role, least)) throw new AppError(role === null ? 'not_your_event' : 'role_missing')
}

/** Locks an event until the transaction ends, against applications, edits and deletion. */
export async function lockEvent(tx: Db, id: number): Promise<OwnEvent> {
  const event = (await lockSeats(tx, id)) ? await selectStored(tx, id) : null
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** Changes the given fields, and the image if one is uploaded. */
export async function edit(
  ctx: Context,
  user: SignedInUser,
  id: number,
  change: OneChange,
  image: Upload | null,
): Promise<EventDetail> {
  const shown = await requireVisible(ctx, user, id)
  await checkTexts(ctx, change, shown)
  const { role } = shown
  await withPicture(ctx, image, async (tx, address) => {
    const before = await lockEvent(tx, id)
    await editLocked(ctx, tx, { user, role }, before, change, address)
    return { former: address === null ? '' : before.event_image }
  })
  ctx.announcer.announce(id)
  return showDetail(ctx, user, id)
}

/** A change of one event. */
export type OneChange = Omit<EventChange, 'dates'>

/** Changes an event that is locked, and returns what it is now. Without a difference nothing is written, so that its version stays.
 *  Throws `receiver_is_owners`. */
export async function editLocked(
  ctx: Context,
  tx: Db,
  { user, role }: { user: SignedInUser; role: EventRole | null },
  before: OwnEvent,
  { change_note, ...change }: OneChange,
  address: string | null,
): Promise<EventFields> {
  const { id } = before
  const now = ctx.now()
  refuseDeleted(before)
  const after = checkedChange(before, change, now)
  if (role !== 'owner') refuseOtherReceiver(before, after)
  const fields = changedFields(before, after)
  if (fields.length > 0) {
    await setCapacity(tx, id, after.max_attendee)
    await updateEvent(tx, id, after, address ?? before.event_image, now)
    if (fields.includes('ticket_types')) await replaceTypes(tx, id, after.ticket_types, now)
    // People on the waiting list know the event from before. Remember them before checking whether it is still for
    // them.
    if (isUnlisted(after) && !isUnlisted(before)) await insertKnownGuests(tx, id)
    await settleApplications(tx, id, before, after, now, countedEmails(ctx.settings))
    await noteWhereabouts(tx, id, before, after, change_note, now)
  } else if (address !== null) {
    await updateEventImage(tx, id, address, now)
  }
  await logEdit(ctx, tx, user, id, [...fields, ...(address === null ? [] : ['event_image'])])
  return after
}

/** Replaces the image and removes the old one. */
export async function replaceImage(
  ctx: Context,
  user: SignedInUser,
  id: number,
  image: Upload | null,
): Promise<Uploaded> {
  const uploaded = await replacePicture(ctx, image, {
    field: 'file',
    missing: m.chooseImage,
    done: m.imageUploaded,
    replace: async (tx, address) => {
      const { event_image } = await lockEditable(tx, id)
      await updateEventImage(tx, id, address, ctx.now())
      await logEdit(ctx, tx, user, id, ['event_image'])
      return event_image
    },
  })
  ctx.announcer.announce(id)
  return uploaded
}

/** The receiver is also gone where nothing is paid by PromptPay any more. */
function refuseOtherReceiver(before: EventFields, after: EventFields): void {
  const fields = ['promptpay_id', 'promptpay_name', 'payment_words'] as const
  if (fields.some((field) => before[field] !== after[field])) throw new AppError('receiver_is_owners')
}

export function changedFields(before: EventFields, after: EventFields): (keyof EventFields)[] {
  const fields = Object.keys(after) as (keyof EventFields)[]
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

/** Nothing is logged where nothing has changed. */
async function logEdit(ctx: Context, tx: Db, { id }: SignedInUser, eventId: number, fields: string[]): Promise<void> {
  if (fields.length === 0) return
  await logAction(tx, { eventId, userId: id, action: 'edited', detail: fields.join() }, ctx.now())
}

export async function lockEditable(tx: Db, id: number): Promise<OwnEvent> {
  const event = await lockEvent(tx, id)
  refuseDeleted(event)
  return event
}

/** Throws `event_called_off`, or `event_deleted` if the event was over by then. */
export function refuseDeleted({
  called_off_at,
  end_date_event,
}: Pick<OwnEvent, 'called_off_at' | 'end_date_event'>): void {
  if (called_off_at === null) return
  throw new AppError(Date.parse(called_off_at) < Date.parse(end_date_event) ? 'event_called_off' : 'event_deleted')
}

function checkedChange(before: OwnEvent, change: Omit<OneChange, 'change_note'>, now: Date): EventFields {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  // An address announces the place.
  const announced = change.address ? { place_to_be_announced: false } : {}
  const after = withoutWhatDoesNotApply<EventFields>(withPriceOfTypes({ ...before, ...announced, ...given }))
  const problems = eventDateProblems(after, now, before)
  if (problems.length > 0) throw invalidFields(problems)
  return after
}

async function setCapacity(tx: Db, id: number, capacity: number | null): Promise<void> {
  const seats = await selectSeats(tx, id)
  if (capacity === seats.capacity) return
  if (capacity !== null && capacity < seats.taken) throw new AppError('capacity_below_held')
  await updateCapacity(tx, id, capacity)
}

/** Makes the given list an event's ticket types. Types that are not in it are removed, unless somebody has applied with one of
 *  them (`ticket_type_used`). Throws `ticket_type_not_found` for an id of another event, `ticket_type_below_held` and
 *  `door_seats_set_aside`. Call `lockSeats` first. */
async function replaceTypes(tx: Db, eventId: number, types: TicketTypeFields[], now: Date): Promise<void> {
  const before = new Map((await selectTypes(tx, [eventId])).map((type) => [type.id, type]))
  const kept = new Set<number>()
  for (const { id, capacity } of types) {
    if (id === null) continue
    const type = before.get(id)
    if (type === undefined) throw new AppError('ticket_type_not_found')
    if (capacity !== null && capacity < type.taken) throw new AppError('ticket_type_below_held')
    kept.add(id)
  }
  const removed = [...before.keys()].filter((id) => !kept.has(id))
  if (removed.length > 0 && (await hadTicketsOfTypes(tx, removed))) throw new AppError('ticket_type_used')
  // Seats for any type are those of an event without types.
  const dropped = [...removed, ...(types.length > 0 ? [null] : [])]
  if (!(await dropDoorSeats(tx, eventId, dropped))) throw new AppError('door_seats_set_aside')
  if (removed.length > 0) await removeTypes(tx, removed)
  if (types.length > 0) await writeTypes(tx, eventId, types, now)
}
