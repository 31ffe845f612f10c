import sharp from 'sharp'
import { encode, newAddress, storeFiles } from '#server/lib/pictures/pictures.ts'
import { type Database, sql } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The number of different pictures; each is used by many events. */
const different = 24
const size = { width: 1600, height: 900 }

/** Gives every event a picture, in all widths, as an upload would be stored. */
export async function addPictures(db: Database, settings: Settings): Promise<void> {
  const addresses: string[] = []
  for (let n = 0; n < different; n++) {
    const address = newAddress()
    await storeFiles(settings, address, await encode(await photo(n), 20_000))
    addresses.push(address)
  }
  await db.run(sql`UPDATE events SET event_image = (${addresses}::text[])[1 + id % ${different}::int]`)
}

/** A JPEG with as much detail as a photo of a crowd: noise of all sizes, the coarse parts stronger than the fine ones.
 *  At 1280 pixels its WebP is about 100 kB. */
async function photo(n: number): Promise<Buffer> {
  const ground = { r: 50 + ((n * 67) % 150), g: 50 + ((n * 131) % 150), b: 50 + ((n * 29) % 150) }
  const grains = await Promise.all(
    [100, 40, 16, 6, 4].map(async (grain) => ({
      input: await noise(Math.ceil(size.width / grain), Math.ceil(size.height / grain), 9 + 2 * Math.sqrt(grain)),
      blend: 'soft-light' as const,
    })),
  )
  return sharp({ create: { ...size, channels: 3, background: ground } })
    .composite(grains)
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Coloured noise of a coarse grain, enlarged to the picture's size. */
async function noise(width: number, height: number, sigma: number): Promise<Buffer> {
  const grains = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: sigma * 2 },
    },
  })
    .png()
    .toBuffer()
  return sharp(grains)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
}
