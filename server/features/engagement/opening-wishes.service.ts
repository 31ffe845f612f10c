import { eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { countedEmails } from '#server/features/accounts/users/reader.ts'
import { show } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { composeMail, oneLine } from '#server/lib/mail/mail-layout.ts'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import {
  deleteOpeningWish,
  hasOpeningWish,
  insertOpeningWish,
  type Opening,
  selectOpenings,
  takeDueWishes,
} from './opening-wishes.repository.ts'

const atOnce = 500

/** Throws `event_not_found` where the event is not theirs to see, as the others do. */
export async function read(ctx: Context, user: SignedInUser, eventId: number) {
  await show(ctx, user, eventId)
  return { is_wished: await hasOpeningWish(ctx.db, eventId, user.id) }
}

export async function wish(ctx: Context, user: SignedInUser, eventId: number) {
  const event = await show(ctx, user, eventId)
  const now = ctx.now()
  if (event.is_called_off) throw new AppError('event_called_off')
  if (Date.parse(event.start_date_register) <= now.getTime()) throw new AppError('registration_already_open')
  await insertOpeningWish(ctx.db, eventId, user.id, now)
  return { is_wished: true }
}

export async function undo(ctx: Context, user: SignedInUser, eventId: number) {
  await show(ctx, user, eventId)
  await deleteOpeningWish(ctx.db, eventId, user.id)
  return { is_wished: false }
}

/** Mails everybody once whose wish has come true. A wish goes as its mail is put into the outbox, in one transaction, so any
 *  number of processes may do so at once. */
export async function tellOfOpenings(ctx: Context): Promise<void> {
  let taken = atOnce
  while (taken === atOnce) taken = await tellSome(ctx)
}

function tellSome({ db, now, settings }: Context): Promise<number> {
  return db.transaction(async (tx) => {
    const wishes = await takeDueWishes(tx, now(), atOnce)
    if (wishes.length === 0) return 0
    const openings = await selectOpenings(tx, wishes, now(), countedEmails(settings))
    await enqueueMails(
      tx,
      openings.map((opening) => openingMail(settings, opening)),
    )
    return wishes.length
  })
}

function openingMail(settings: Settings, opening: Opening): Mail {
  const name = oneLine(opening.event_name)
  const zoned = (instant: string) => `${fullDate(instant)} (${eventZoneName})`
  return composeMail(settings, {
    to: opening.email,
    subject: `Registration is open: ${name}`,
    paragraphs: ['Hello,', `registration for ${name} is open now, as you wanted to know.`],
    facts: [
      { label: 'Starts', value: zoned(opening.start_date_event) },
      { label: 'Registration closes', value: zoned(opening.end_date_register) },
    ],
    action: { label: 'View Event', url: publicUrl(settings, paths.event(opening.event_id)) },
    note: 'This is the only mail about it: you need not do anything to get no more.',
  })
}
