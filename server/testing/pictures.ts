import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Context } from '#server/lib/context.ts'
import { withPicture } from '#server/lib/pictures/uploads.ts'
import { type Person, startApp } from './app.ts'

/** The product with a user who uploads profile pictures; `files` lists its picture folder. */
export async function startWithPictures(env: Record<string, string> = {}) {
  const started = await startApp(env, { worker: true })
  const { app, addUser, ctx } = started
  const upload = (person: Person, content: Buffer, filename = 'me.jpg', id = person.id) => {
    const form = new FormData()
    form.set('profile_picture', new File([new Uint8Array(content)], filename))
    return app.inject({
      method: 'POST',
      url: `/api/users/${id}/upload/profile-picture/`,
      headers: { authorization: `Bearer ${person.access}` },
      payload: form,
    })
  }
  const files = () => readdir(path.join(ctx.settings.DATA_DIR, 'pictures')).catch(() => [])
  return { ...started, person: await addUser(), upload, files }
}

/** The address of a stored picture that no row refers to. */
export async function storedPicture(ctx: Context, content: Buffer): Promise<string> {
  const written = await withPicture(ctx, { filename: 'a.png', content }, async (_, address) => ({
    address,
    former: '',
  }))
  return written.address ?? ''
}

/** A multipart form: a Buffer is a file, anything else a text. */
export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Buffer) form.set(name, new File([new Uint8Array(value)], 'picture.png'))
    else form.set(name, String(value))
  }
  return form
}

export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#4a48dd' } })
}

/** A JPEG from an upright phone: stored sideways with an EXIF rotation and a GPS position. */
export function pictureFromPhone(): Promise<Buffer> {
  return picture(1600, 1200)
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
