import { createHash } from 'node:crypto'
import type { Upload } from '#server/lib/pictures/uploads.ts'

/** The same for whatever is sent once more unchanged, its file included: 32 bytes. `body` as its schema has read it, whose keys
 *  have one order. */
export function sentHash(body: object, upload: Upload | null): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(body))
  if (upload !== null) hash.update('\0').update(upload.content)
  return hash.digest()
}
