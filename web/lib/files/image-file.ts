import { errors } from '#contract/errors.ts'
import { imageBytes, imageTypes } from '#contract/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** The `accept` attribute of an `<input type="file">` for pictures. */
export const imageAccept = imageTypes.join(',')

/** Why a chosen file cannot be a picture, by its kind and size; null where it can. The server checks it more
 *  closely. */
export function imageProblem({ type, size }: File): string | null {
  if (!imageTypes.some((known) => known === type)) return errors.image_wrong_type.message
  return size <= imageBytes ? null : errors.image_too_large.message
}

/** Whether a chosen file can be a picture; if not, a notice says why. `attempt` names the attempt, as in `notify`. */
export function isImage(file: File, attempt: string | null = null): boolean {
  const problem = imageProblem(file)
  if (problem) notify.failure(problem, { attempt, needsNetwork: false })
  return problem === null
}
