import { eventDateProblems } from '#contract/events/event-dates.ts'
import { type EventDraft, withoutWhatDoesNotApply } from '#contract/events/event-draft.ts'
import { isUnlisted } from '#contract/events/event-link.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import type { EventChange } from '#contract/events/own-events.ts'
import type { Uploaded } from '#contract/pictures.ts'
import { countedEmails } from '#server/features/accounts/users/reader.ts'
import { insertKnownGuests } from '#server/features/events/reading/event-guests.repository.ts'
import { open, show } from '#server/features/events/reading/events.service.ts'
import { lockSeats, selectSeats, updateCapacity } from '#server/features/tickets/held/seats.repository.ts'
import { settleApplications } from '#server/features/tickets/line/edited.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { replacePicture, type Upload, withPicture } from '#server/lib/pictures/uploads.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { type OwnEvent, selectOwnEvent, updateEvent, updateEventImage } from './own-events.repository.ts'

/** Throws `event_not_found` for what the user may not see, `not_your_event` for what they may see but do not own. */
export async function requireOwn(ctx: Context, user: SignedInUser, id: number): Promise<Event> {
  const event = await show(ctx, user, id)
  if (event.user_id !== user.id) throw new AppError('not_your_event')
  return event
}

/** Locks the user's own event until the transaction ends: nobody applies for it, edits or deletes it meanwhile. */
export async function lockOwn(tx: Db, user: Pick<SignedInUser, 'id'>, id: number): Promise<OwnEvent> {
  if (!(await lockSeats(tx, id))) throw new AppError('event_not_found')
  const event = await selectOwnEvent(tx, id, user.id)
  if (event === null) throw new AppError('event_not_found')
  return event
}

/** Changes what is given of the user's own event, and its image where one is sent. */
export async function edit(
  ctx: Context,
  user: SignedInUser,
  id: number,
  change: EventChange,
  image: Upload | null,
): Promise<EventDetail> {
  await requireOwn(ctx, user, id)
  await withPicture(ctx, image, async (tx, address) => {
    const before = await lockEditable(tx, user, id)
    const draft = checkedDraft(before, change, ctx.now())
    await setCapacity(tx, id, draft.max_attendee)
    await updateEvent(tx, id, draft, ctx.now())
    // Whoever stands in line knows the event from before: that is settled before they are asked whether it is for them.
    if (isUnlisted(draft) && !isUnlisted(before)) await insertKnownGuests(tx, id)
    await settleApplications(tx, id, before, draft, ctx.now(), countedEmails(ctx.settings))
    if (address !== null) await updateEventImage(tx, id, address, ctx.now())
    return { former: address === null ? '' : before.event_image }
  })
  ctx.announcer.announce(id)
  return open(ctx, user, id)
}

/** Puts a new image in the place of the old one, which is removed. */
export async function replaceImage(
  ctx: Context,
  user: SignedInUser,
  id: number,
  image: Upload | null,
): Promise<Uploaded> {
  await requireOwn(ctx, user, id)
  const uploaded = await replacePicture(ctx, image, {
    field: 'file',
    missing: 'Choose an image.',
    done: 'The image was uploaded.',
    replace: async (tx, address) => {
      const { event_image } = await lockEditable(tx, user, id)
      await updateEventImage(tx, id, address, ctx.now())
      return event_image
    },
  })
  ctx.announcer.announce(id)
  return uploaded
}

async function lockEditable(tx: Db, user: SignedInUser, id: number): Promise<OwnEvent> {
  const event = await lockOwn(tx, user, id)
  if (event.called_off_at !== null) throw new AppError('event_called_off')
  return event
}

function checkedDraft(before: OwnEvent, change: EventChange, now: Date): EventDraft {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  // Whoever gives an address announces the place.
  const announced = change.address ? { place_to_be_announced: false } : {}
  const draft = withoutWhatDoesNotApply<EventDraft>({ ...before, ...announced, ...given })
  const problems = eventDateProblems(draft, now, before)
  if (problems.length > 0) throw invalidFields(problems)
  return draft
}

async function setCapacity(tx: Db, id: number, capacity: number | null): Promise<void> {
  const seats = await selectSeats(tx, id)
  if (capacity === seats.capacity) return
  if (capacity !== null && capacity < seats.taken) throw new AppError('capacity_below_held')
  await updateCapacity(tx, id, capacity)
}
