import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'

/** What a phone's camera would read off a QR code on the screen, quiet zone and all. */
export async function readCode(code: Locator): Promise<string> {
  const picture = await code.locator('xpath=..').screenshot()
  const { data, info } = await sharp(picture)
    .resize({ width: 1_000, kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
  if (found === null) throw new Error('no QR code could be read')
  return new TextDecoder().decode(new Uint8Array(found.binaryData))
}
