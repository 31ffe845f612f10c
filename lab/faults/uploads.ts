import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { ask } from './calls.ts'
import { personOf } from './rush.ts'

/** A picture that was answered: its address, and how long its file is. */
export interface Picture {
  path: string
  bytes: number
}

/** A PNG of one colour, of 900 by 600 pixels. */
export const plainPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

/** Sends a profile picture; null where it was not taken. Throws what no fault explains. */
export async function upload(url: string, token: string, content: Buffer): Promise<Picture | null> {
  const user = personOf(token)
  const reply = await ask(`${url}/api/users/${user}/upload/profile-picture/`, {
    method: 'POST',
    token,
    ...formOf(content),
  })
  if (reply === null || reply.status === 503) return null
  if (reply.status !== 200) throw new Error(`an upload was answered ${reply.status} ${reply.body}`)
  const path = JSON.parse(reply.body).file_url
  const file = await ask(url + path)
  return file === null ? null : { path, bytes: file.bytes }
}

/** A form with one file, as browsers send it. */
export function formOf(content: Buffer) {
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="profile_picture"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
