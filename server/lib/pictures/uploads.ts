import type { Uploaded } from '#contract/fields.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Context } from '#server/lib/context.ts'
import { invalidFields } from '#server/lib/errors/app-error.ts'
import { addJobForLater, dropJob, hurryJob } from '#server/lib/jobs/jobs.ts'
import type { Database, Db } from '#server/lib/postgres/database.ts'
import { discardPicture, encodeInTurn, filesOf, newAddress, storeFiles } from './pictures.ts'

/** An uploaded file. */
export interface Upload {
  filename: string
  content: Buffer
  /** The uploading user's ID; users' pictures take turns. */
  sender?: number | undefined
}

/** The URL of a stored picture, which is copied. */
export interface StoredPicture {
  copyOf: string
}

interface Replacement {
  /** The form's field with the file, and the message if it is missing. */
  field: string
  missing: string
  /** The response's `message`. */
  done: string
  /** Writes the new URL to its row, and returns the previous one. */
  replace: (tx: Db, address: string) => Promise<string>
}

/** A call whose body is a picture. Throws `invalid_fields` without one, and what `withPicture` throws. */
export async function replacePicture(
  ctx: Context,
  upload: Upload | null,
  { field, missing, done, replace }: Replacement,
): Promise<Uploaded> {
  if (upload === null) throw invalidFields([fieldProblem(field, missing)])
  const { file_url } = await keepPicture(ctx, upload, async (tx, address) => {
    return { file_url: address, former: await replace(tx, address) }
  })
  return { file_url, message: done, file_name: upload.filename, uploaded_at: ctx.now().toISOString() }
}

/** The result of `write`. `former` is the URL of the replaced or removed picture, which is then deleted; '' if there is none. */
type Written<T> = T & { former: string }

/** Writes a row that may have a picture, in a transaction. `write` gets the picture's URL, or null, and returns the URL of the
 *  picture to delete. Throws what `write`, `encodeInTurn` and `filesOf` throw, and `unavailable` if the store does not
 *  respond. */
export function withPicture<T>(
  ctx: Pick<Context, 'settings' | 'db'>,
  source: Upload | StoredPicture | null,
  write: (tx: Db, address: string | null) => Promise<Written<T>>,
): Promise<Written<T>> {
  if (source !== null) return keepPicture(ctx, source, write)
  return ctx.db.transaction((tx) => writeAndDiscard(tx, () => write(tx, null)))
}

async function writeAndDiscard<T>(tx: Db, write: () => Promise<Written<T>>): Promise<Written<T>> {
  const written = await write()
  await discardPicture(tx, written.former)
  return written
}

/** Decodes the picture and stores its files. A copy reads its files instead of decoding. */
async function keepPicture<T>(
  { settings, db }: Pick<Context, 'settings' | 'db'>,
  source: Upload | StoredPicture,
  write: (tx: Db, address: string) => Promise<Written<T>>,
): Promise<Written<T>> {
  const files = 'copyOf' in source ? await filesOf(settings, source.copyOf) : await encodeInTurn(source)
  const address = newAddress()
  const removal = await addJobForLater(db, 'remove_picture', { address })
  const store = () => storeFiles(settings, address, files)
  return storeThenWrite(db, removal, store, (tx) => writeAndDiscard(tx, () => write(tx, address)))
}

/** The steps of every upload: store the files, then write their name to a row. `removal`, a job that would delete the files,
 *  waits until that has committed. So if anything fails, even the process, the row names existing files, and no others remain. */
export async function storeThenWrite<T>(
  db: Database,
  removal: number,
  store: () => Promise<void>,
  write: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    await store()
    return await db.transaction(async (tx) => {
      const written = await write(tx)
      await dropJob(tx, removal)
      return written
    })
  } catch (error) {
    // If the commit succeeded and only its reply was lost, the job is gone. If the job cannot be reached now, it runs at its
    // own time.
    await hurryJob(db, removal).catch(() => undefined)
    throw error
  }
}
