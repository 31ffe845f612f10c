import { Draft, type SavedDraft } from '#contract/events/drafts.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Upload } from '#server/lib/pictures/uploads.ts'
import { readOutside } from '#server/lib/security/outside.ts'
import { add, requireRoom } from './drafts.service.ts'
import { readForeignEvent } from './foreign-event.ts'

const megabyte = 1024 * 1024
const timeoutMs = 5_000

/** Makes a draft of an event on another site, with its picture if that can be read. Throws `organizers_only`, `too_many_drafts`,
 *  `import_unreadable` and `no_event_there`. */
export async function importFrom(ctx: Context, user: SignedInUser, address: string): Promise<SavedDraft> {
  await requireRoom(ctx, user)
  const url = new URL(address)
  const page = await read(ctx, url, 2 * megabyte).catch(() => {
    throw new AppError('import_unreadable')
  })
  const found = readForeignEvent(page.toString(), url)
  const { data: draft } = Draft.safeParse(found?.content)
  if (!found || !draft) throw new AppError('no_event_there')
  const picture = found.picture === null ? null : await pictureAt(ctx, user, found.picture)
  if (picture === null) return add(ctx, user, draft, null)
  return add(ctx, user, draft, picture).catch((error) => {
    // The picture may be no JPEG or PNG, or too large: the draft is worth more.
    if (error instanceof AppError && error.code !== 'too_many_drafts') return add(ctx, user, draft, null)
    throw error
  })
}

function read(ctx: Context, url: URL, mostBytes: number): Promise<Buffer> {
  const headers = { 'user-agent': 'Ruam-Import', accept: 'text/html, text/calendar, */*;q=0.5' }
  return readOutside(url, { headers, mostBytes, timeoutMs, allowInside: ctx.settings.WEBHOOKS_INSIDE })
}

async function pictureAt(ctx: Context, user: SignedInUser, address: string): Promise<Upload | null> {
  const content = await read(ctx, new URL(address), 5 * megabyte).catch(() => null)
  return content === null ? null : { filename: 'picture', content, sender: user.id }
}
