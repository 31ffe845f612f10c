import type { Uploaded } from '#contract/fields.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Context } from '#server/lib/context.ts'
import { invalidFields } from '#server/lib/errors/app-error.ts'
import { addJobForLater, dropJob, hurryJob } from '#server/lib/jobs/jobs.ts'
import type { Database, Db } from '#server/lib/postgres/database.ts'
import { discardPicture, encodeInTurn, filesOf, newAddress, storeFiles } from './pictures.ts'

/** One uploaded file, whole. */
export interface Upload {
  filename: string
  content: Buffer
  /** The id of the user who sent it; pictures of different people take turns. */
  sender?: number | undefined
}

/** A picture that is stored already, by its address: it is copied. */
export interface StoredPicture {
  copyOf: string
}

interface Replacement {
  /** The form's field that holds the file, and what is said where it is missing. */
  field: string
  missing: string
  /** The `message` of the answer. */
  done: string
  /** Puts the new address into its row, and returns the one that stood there. */
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

/** The result of `write`. `former` is the address of the picture that is removed then, '' for none: whose place the new one
 *  takes, or that of one that was taken out. */
type Written<T> = T & { former: string }

/** Writes a row that a picture may belong to, in a transaction; `write` is given the picture's address, null without
 *  one, and names the picture that goes. Throws what `write`, `encodeInTurn` and `filesOf` throw, and `unavailable` where the store does not answer. */
export function withPicture<T>(
  ctx: Pick<Context, 'settings' | 'db'>,
  source: Upload | StoredPicture | null,
  write: (tx: Db, address: string | null) => Promise<Written<T>>,
): Promise<Written<T>> {
  return source === null ? writeAndDiscard(ctx.db, (tx) => write(tx, null)) : keepPicture(ctx, source, write)
}

function writeAndDiscard<T>(db: Database, write: (tx: Db) => Promise<Written<T>>): Promise<Written<T>> {
  return db.transaction(async (tx) => {
    const written = await write(tx)
    await discardPicture(tx, written.former)
    return written
  })
}

/**
 * The way of every upload: it is decoded, its files are stored, its address is written, and the picture whose place it
 * took is removed. A job that removes its files waits until the row that names them has committed. So wherever this
 * ends, also with the process, the row names a picture that is there, and no other files stay. A copy goes the same way,
 * with its files read instead of decoded.
 */
async function keepPicture<T>(
  { settings, db }: Pick<Context, 'settings' | 'db'>,
  source: Upload | StoredPicture,
  write: (tx: Db, address: string) => Promise<Written<T>>,
): Promise<Written<T>> {
  const files = 'copyOf' in source ? await filesOf(settings, source.copyOf) : await encodeInTurn(source)
  const address = newAddress()
  const removal = await addJobForLater(db, 'remove_picture', { address })
  try {
    await storeFiles(settings, address, files)
    return await writeAndDiscard(db, async (tx) => {
      const written = await write(tx, address)
      await dropJob(tx, removal)
      return written
    })
  } catch (error) {
    // Where the commit succeeded and only its answer was lost, the job is gone and nothing is hurried. A job that cannot be
    // reached now is done in its own time.
    await hurryJob(db, removal).catch(() => undefined)
    throw error
  }
}
