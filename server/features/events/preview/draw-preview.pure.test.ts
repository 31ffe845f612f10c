import { expect, test } from 'vitest'
import { drawCover } from './draw-preview.ts'

test('the cover as a picture is the same every time, and another one for another event', () => {
  const cover = drawCover(7, 'CONCERT')

  expect(drawCover(7, 'CONCERT')).toBe(cover)
  expect(drawCover(8, 'CONCERT')).not.toBe(cover)
  expect(cover).not.toMatch(/undefined|NaN/)
})
