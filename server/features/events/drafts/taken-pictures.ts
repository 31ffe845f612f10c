import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { StoredPicture, Upload } from '#server/lib/pictures/uploads.ts'
import { ownsPicture } from './drafts.repository.ts'

/** The picture that a draft or a new event is to have. */
interface Wanted {
  upload: Upload | null
  /** The address of a picture that is there already, '' for none. */
  picture: string
  /** The address of the picture that the draft has, '' where there is none. */
  own: string
}

/** What is stored under a new address: the file that is sent, or a copy of the picture of another event or draft of the
 *  user, so that neither can take the other's picture away. Null where the picture stays as it is. Throws `picture_gone`
 *  where the user has no such picture. A copy counts as an upload. */
export async function newPicture(
  ctx: Context,
  user: SignedInUser,
  { upload, picture, own }: Wanted,
): Promise<Upload | StoredPicture | null> {
  if (upload !== null) return upload
  if (picture === '' || picture === own) return null
  if (!(await ownsPicture(ctx.db, user.id, picture))) throw new AppError('picture_gone')
  await ctx.limits.consume('uploads', String(user.id))
  return { copyOf: picture }
}

/** Which picture it is, and the draft's own as `former` where another one, or none, takes its place. `address` is that of what
 *  `newPicture` has stored. */
export function settlePicture({ picture, own, address }: Omit<Wanted, 'upload'> & { address: string | null }) {
  const settled = address ?? (picture === own ? own : '')
  return { settled, former: settled === own ? '' : own }
}
