import { readFile } from 'node:fs/promises'

/** A picture that every upload accepts. */
export const picture = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await readFile('web/public/icon-192.png'),
}
