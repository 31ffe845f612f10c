import { selectCredentials } from '#server/features/accounts/users.repository.ts'
import { takeDown } from '#server/features/events/call-off.service.ts'
import { selectOwnerOf } from '#server/features/events/events.repository.ts'
import { selectUpcomingOwn } from '#server/features/events/former-owners.repository.ts'
import { deleteAccount as deleteFor } from '#server/features/own-data/deletion.service.ts'
import type { Context } from '#server/lib/context.ts'

/** Deletes somebody's account on their request, as they do it themselves on their account page: see
 *  docs/decisions/054-personal-data.md. Throws while an event of theirs is still to come. */
export async function deleteAccount(ctx: Context, name: string): Promise<string> {
  const found = await selectCredentials(ctx.db, name)
  if (found === null) throw new Error(`Nobody has the username or email "${name}".`)
  const upcoming = await selectUpcomingOwn(ctx.db, found.id, ctx.now())
  if (upcoming.length > 0) {
    const lines = upcoming.map(({ id, event_name, start_date_event }) => `  ${id}  ${start_date_event}  ${event_name}`)
    throw new Error(
      ['These events are still to come. Call each off first, with call-off-event ID:', ...lines].join('\n'),
    )
  }
  const { username, cancelled_tickets } = await deleteFor(ctx, found.id, null)
  await ctx.announcer.flush()
  return `The account of ${username} is deleted. Tickets cancelled: ${cancelled_tickets}.`
}

/** Takes an event down as its organizer would: one that is still to come is called off, and its ticket holders are mailed. */
export async function callOffEvent(ctx: Context, id: string): Promise<string> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  const ownerId = await selectOwnerOf(ctx.db, number)
  if (ownerId === null) throw new Error(`There is no event "${id}" that somebody owns.`)
  const { message } = await takeDown(ctx, { id: ownerId }, number)
  await ctx.announcer.flush()
  return message
}
