import { randomInt } from 'node:crypto'
import { forgetFailures } from '#server/features/accounts/account-guard.ts'
import { passwordChangedMail } from '#server/features/accounts/accounts.mails.ts'
import { endAccess } from '#server/features/accounts/sessions.service.ts'
import {
  type Credentials,
  lockUser,
  markEmailVerified,
  selectCredentials,
  selectProfile,
  updatePassword,
} from '#server/features/accounts/users.repository.ts'
import { takeDown } from '#server/features/events/call-off.service.ts'
import { selectOwnerOf, selectStored, selectUpcomingOwn } from '#server/features/events/events.repository.ts'
import {
  type ListedOrganizer,
  selectOrganizers,
  updateVerified,
} from '#server/features/organizers/organizers.repository.ts'
import { deleteAccount as deleteFor } from '#server/features/own-data/deletion.service.ts'
import { selectDeletionCounts } from '#server/features/own-data/own-data.repository.ts'
import { selectSeats } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'

/** What a command would do, until the operator is sure. */
export interface Question {
  code: 1
  text: string
}

/** Deletes an account at its owner's request, like the account page: see docs/decisions/054-personal-data.md. Asks first.
 *  Throws if an event of theirs is still upcoming. */
export async function deleteAccount(ctx: Context, name: string, isSure: boolean): Promise<string | Question> {
  const found = await findAccount(ctx, name)
  const upcoming = await selectUpcomingOwn(ctx.db, found.id, ctx.now())
  if (upcoming.length > 0) {
    const lines = upcoming.map(({ id, event_name, start_date_event }) => `  ${id}  ${start_date_event}  ${event_name}`)
    throw new Error(
      ['These events are still to come. Call each off first, with call-off-event ID:', ...lines].join('\n'),
    )
  }
  if (!isSure) {
    const { username, email } = await selectProfile(ctx.db, found.id, ctx.now())
    const { upcoming_tickets } = await selectDeletionCounts(ctx.db, found.id, ctx.now())
    return {
      code: 1,
      text: `The account is that of ${username} (${email}). Tickets for upcoming events: ${upcoming_tickets}. ${nothingYet} delete the account.`,
    }
  }
  const { username, cancelled_tickets } = await deleteFor(ctx, found.id, null)
  await ctx.announcer.flush()
  return `The account of ${username} is deleted. Tickets cancelled: ${cancelled_tickets}.`
}

const nothingYet = 'Nothing has changed yet: repeat the command with --yes to'

/** Deletes an event as its organizer would: an upcoming one is called off, and its ticket holders are mailed. Asks first. */
export async function callOffEvent(ctx: Context, id: string, isSure: boolean): Promise<string | Question> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  const event = await selectStored(ctx.db, number)
  if (event === null || (await selectOwnerOf(ctx.db, number)) === null) {
    throw new Error(`There is no event "${id}" with an owner.`)
  }
  if (!isSure) {
    const { event_name, start_date_event } = event
    const { taken } = await selectSeats(ctx.db, number)
    return {
      code: 1,
      text: `${event_name} (event ${number}) starts at ${start_date_event}. Seats taken: ${taken}. ${nothingYet} call it off.`,
    }
  }
  const { message } = await takeDown(ctx, number, 'operator')
  await ctx.announcer.flush()
  return message
}

/** The characters of new passwords: those that cannot be confused when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Sets a new random password, which only the output contains, ends all sessions of the account and notifies its owner by
 *  mail. */
export async function resetPassword(ctx: Context, name: string): Promise<string> {
  const found = await findAccount(ctx, name)
  const now = ctx.now()
  const user = await selectProfile(ctx.db, found.id, now)
  const password = newPassword()
  const passwordHash = await hashPassword(password)

  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await updatePassword(tx, user.id, passwordHash)
    await endAccess(tx, user.id, now)
    await enqueueMail(tx, passwordChangedMail(ctx.settings, { ...user, language: user.language ?? 'en' }))
  })
  await forgetFailures(ctx, user.id)
  const shown = `The new password of ${user.username} is ${password} and is shown this once. All sessions have ended.`
  if (user.email_verified || !ctx.settings.SMTP_URL) return shown
  return `${shown} Their email is not verified, so they cannot log in yet: run verify-email ${user.username} if ${user.email} is theirs.`
}

/** For people whom the mail with the link does not reach: with SMTP_URL nobody logs in before. */
export async function verifyEmail(ctx: Context, name: string): Promise<string> {
  const found = await findAccount(ctx, name)
  const { username, email } = await selectProfile(ctx.db, found.id, ctx.now())
  if (email === '') throw new Error(`${username} has no email.`)
  await markEmailVerified(ctx.db, found.id, ctx.now())
  return `The email ${email} of ${username} is verified.`
}

async function findAccount(ctx: Context, name: string): Promise<Credentials> {
  const found = await selectCredentials(ctx.db, name)
  if (found === null) throw new Error(`Nobody has the username or email "${name}".`)
  return found
}

/** Four groups of four: 79 bits. */
function newPassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** All organizers by name, one line each. */
export async function listOrganizers(ctx: Context): Promise<string> {
  const organizers = await selectOrganizers(ctx.db)
  if (organizers.length === 0) return 'There are no organizers yet.'
  const rows = [['ID', 'VERIFIED', 'EVENTS', 'TYPE', 'USERNAME', 'EMAIL', 'NAME'], ...organizers.map(cells)]
  const widths = rows.reduce((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), [] as number[])
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(organizer: ListedOrganizer): string[] {
  return [
    String(organizer.id),
    organizer.is_verified ? 'yes' : 'no',
    String(organizer.events),
    organizer.organization_type,
    organizer.username,
    organizer.email,
    organizer.organizer_name,
  ]
}

/** Sets an organizer's verified mark, by name or ID. It shows at once on everything that they have published. */
export async function setVerified(ctx: Context, organizer: string, isVerified: boolean): Promise<string> {
  const changed = await updateVerified(ctx.db, organizer, isVerified)
  if (changed === null) throw new Error(`There is no organizer "${organizer}". Run list-organizers to see all.`)
  return `${changed.organizer_name} (${changed.id}) is ${isVerified ? 'verified' : 'no longer verified'}.`
}
