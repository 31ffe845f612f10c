import { readFile } from 'node:fs/promises'

/** A picture that may be uploaded anywhere. */
export const picture = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await readFile('web/public/icon-192.png'),
}
