import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { codePicture } from './code-picture.ts'

test.each(['a', 'x'.repeat(330), 'งานวัดภูเขาทอง '.repeat(20)])('the picture of a code decodes to %s', async (text) => {
  const picture = await codePicture(text)

  const { format, width = 0, height } = await sharp(picture).metadata()
  const { data } = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  expect(format).toBe('png')
  expect(height).toBe(width)
  expect(picture.length).toBeLessThan(5_000)
  expect(decodeQR({ data, width, height: width })).toBe(text)
  expect(data.subarray(0, width * 24 * 3).every((shade) => shade === 255)).toBe(true)
})
