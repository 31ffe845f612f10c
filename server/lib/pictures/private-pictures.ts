import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '#server/lib/context.ts'
import { addJob, addJobForLater } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { openPictureStore } from './picture-store.ts'
import { storeThenWrite } from './uploads.ts'

/** Names without a public URL: `/pictures/` does not serve them. */
const privateName = /^private-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/

/** Whether a file name can be that of a private picture. */
export function isPrivatePicture(name: string): boolean {
  return privateName.test(name)
}

/** A private picture; null if it does not exist. The caller must check who may see it. */
export async function openPrivatePicture(
  settings: Settings,
  name: string,
): Promise<{ content: Readable; size: number } | null> {
  return isPrivatePicture(name) ? openPictureStore(settings).get(name) : null
}

/** Stores a private WebP and has its name written to a row. `former` is the replaced name, '' if none. */
export async function keepPrivatePicture<T extends { former: string }>(
  { settings, db }: Pick<Context, 'settings' | 'db'>,
  content: Buffer,
  write: (tx: Db, name: string) => Promise<T>,
): Promise<T> {
  const name = `private-${randomUUID()}.webp`
  const removal = await addJobForLater(db, 'remove_private_picture', { name })
  const store = () => openPictureStore(settings).put(name, content)
  return storeThenWrite(db, removal, store, async (tx) => {
    const written = await write(tx, name)
    await discardPrivatePicture(tx, written.former)
    return written
  })
}

/** Deletes the file once the caller's transaction has committed. */
export async function discardPrivatePicture(tx: Db, name: string): Promise<void> {
  if (isPrivatePicture(name)) await addJob(tx, 'remove_private_picture', { name })
}

export async function removePrivatePicture(settings: Settings, name: string): Promise<void> {
  if (isPrivatePicture(name)) await openPictureStore(settings).remove(name)
}
