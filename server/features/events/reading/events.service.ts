import { eventDateProblems } from '#contract/events/event-dates.ts'
import { type NewEvent, withoutWhatDoesNotApply } from '#contract/events/event-draft.ts'
import { isUnlisted } from '#contract/events/event-link.ts'
import { type CardEvent, EndReason, type Event, type EventDetail } from '#contract/events/events.ts'
import { readerOf } from '#server/features/accounts/users/reader.ts'
import { pictureOfDraft, takeDraft } from '#server/features/events/drafts/drafts.service.ts'
import { insertPublished, selectPublished } from '#server/features/events/drafts/published-drafts.repository.ts'
import { sentHash } from '#server/features/events/drafts/sent-hash.ts'
import { newPicture, settlePicture } from '#server/features/events/drafts/taken-pictures.ts'
import { insertUntold } from '#server/features/events/news/untold-events.repository.ts'
import { withHtml } from '#server/features/events/texts/event-texts.service.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { standingFor } from '#server/features/tickets/admission/standing.service.ts'
import { selectEnd } from '#server/features/tickets/held/ends.repository.ts'
import { insertSeats } from '#server/features/tickets/held/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Upload, withPicture } from '#server/lib/pictures/uploads.ts'
import { insertGuest } from './event-guests.repository.ts'
import { insertEvent, selectCard, selectEvent } from './events.repository.ts'

/** One event, as the user or a visitor may see it. Throws `event_not_found` also for what is not theirs to see. */
export async function show(ctx: Context, user: SignedInUser | null, id: number, linkKey?: string): Promise<Event> {
  const event = await selectEvent(ctx.db, id, { ...readerOf(ctx.settings, user), linkKey }, ctx.now())
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** The fields of one event that cards show. Throws `event_not_found` as `show` does. */
export async function showCard(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  linkKey?: string,
): Promise<CardEvent> {
  const event = await selectCard(ctx.db, id, { ...readerOf(ctx.settings, user), linkKey }, ctx.now())
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** One event with its texts as HTML, for whoever may come by the link of an unlisted event. A user who does is
 *  remembered: from then on every other call of the event finds it for them by its number. */
export async function open(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  linkKey?: string,
): Promise<EventDetail> {
  const event = await show(ctx, user, id, linkKey)
  if (user !== null && linkKey !== undefined && isUnlisted(event)) await insertGuest(ctx.db, id, user.id, linkKey)
  const [detail, standing, end] = await Promise.all([
    withHtml(ctx, event),
    standingFor(ctx, user, event),
    user === null ? null : selectEnd(ctx.db, id, user.id),
  ])
  const ended = EndReason.safeParse(end?.reason).data ?? null
  return { ...detail, standing, ended, refused: end?.reason === 'refused' ? end.word : null }
}

/** Publishes an event of an organizer. The draft that it was kept as goes in the same transaction; where the same is sent once
 *  more, because its answer was lost, the event is answered again. Throws `organizers_only`, and what `takeDraft` and
 *  `newPicture` throw. */
export async function create(
  ctx: Context,
  user: SignedInUser,
  sent: NewEvent,
  upload: Upload | null,
): Promise<EventDetail> {
  if (!(await isOrganizer(ctx.db, user.id))) throw new AppError('organizers_only')
  const { draft_id, draft_version, picture, ...typed } = sent
  const read = draft_id === null ? null : { id: draft_id, version: draft_version }
  const sent_hash = sentHash(sent, upload)
  const made = read && (await selectPublished(ctx.db, user.id, read.id))
  if (made?.sent_hash.equals(sent_hash)) return open(ctx, user, made.event_id)

  const now = ctx.now()
  const event = withoutWhatDoesNotApply(typed)
  const problems = eventDateProblems(event, now)
  if (problems.length > 0) throw invalidFields(problems)

  const before = read === null ? '' : await pictureOfDraft(ctx, user, read)
  const source = await newPicture(ctx, user, { upload, picture, own: before })
  const { id } = await withPicture(ctx, source, async (tx, address) => {
    const own = read === null ? '' : await takeDraft(tx, user, read)
    const { settled, former } = settlePicture({ picture, own, address })
    const id = await insertEvent(tx, user.id, event, settled, now)
    await insertSeats(tx, id, event.max_attendee)
    await insertUntold(tx, id, user.id, now)
    if (read !== null) await insertPublished(tx, user.id, read.id, { event_id: id, sent_hash })
    return { id, former }
  })
  // No page is open on it yet, but lists have one event more.
  ctx.announcer.announce(id)
  return open(ctx, user, id)
}
