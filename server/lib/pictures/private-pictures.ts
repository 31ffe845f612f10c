import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '#server/lib/context.ts'
import { addJob, addJobForLater, dropJob, hurryJob } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { openPictureStore } from './picture-store.ts'

/** Names of pictures that no public address serves: `/pictures/` knows no such name. */
const privateName = /^private-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/

/** Whether a file name may be that of a private picture. */
export function isPrivatePicture(name: string): boolean {
  return privateName.test(name)
}

/** The picture by its name; null where the store does not have it. Who may see it is the caller's to check. */
export async function openPrivatePicture(
  settings: Settings,
  name: string,
): Promise<{ content: Readable; size: number } | null> {
  return isPrivatePicture(name) ? openPictureStore(settings).get(name) : null
}

/**
 * Stores a WebP that only some may see, and has its name written. The same way as every upload (`uploads.ts`): wherever this
 * ends, also with the process, the row names a file that is there, and no other files stay. `former` is the name whose place
 * it takes, '' where there was none.
 */
export async function keepPrivatePicture<T extends { former: string }>(
  { settings, db }: Pick<Context, 'settings' | 'db'>,
  content: Buffer,
  write: (tx: Db, name: string) => Promise<T>,
): Promise<T> {
  const name = `private-${randomUUID()}.webp`
  const removal = await addJobForLater(db, 'remove_private_picture', { name })
  try {
    await openPictureStore(settings).put(name, content)
    return await db.transaction(async (tx) => {
      const written = await write(tx, name)
      await dropJob(tx, removal)
      await discardPrivatePicture(tx, written.former)
      return written
    })
  } catch (error) {
    await hurryJob(db, removal).catch(() => undefined)
    throw error
  }
}

/** Has the file removed once the caller's transaction has committed. */
export async function discardPrivatePicture(tx: Db, name: string): Promise<void> {
  if (isPrivatePicture(name)) await addJob(tx, 'remove_private_picture', { name })
}

export async function removePrivatePicture(settings: Settings, name: string): Promise<void> {
  if (isPrivatePicture(name)) await openPictureStore(settings).remove(name)
}
