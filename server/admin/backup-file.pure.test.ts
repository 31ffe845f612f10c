import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { drain, PictureNames } from './backup-file.ts'

test('a picture is found in any text, even across two chunks', async () => {
  const id = '0b9c3c1e-1111-4222-8333-444455556666'
  const row = Buffer.from(`7\t![here](/pictures/${id}-640.webp)\tสวัสดี\n`)
  for (let cut = 0; cut <= row.length; cut++) {
    const names = new PictureNames()
    await pipeline(Readable.from([row.subarray(0, cut), row.subarray(cut)]), names.scan(), drain)
    expect([...names.files]).toEqual([96, 320, 640, 1280].map((width) => `${id}-${width}.webp`))
  }
})
