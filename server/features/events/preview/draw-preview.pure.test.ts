import { expect, test } from 'vitest'
import { drawCover } from './draw-preview.ts'

test('a cover is the same every time and differs between events', () => {
  const cover = drawCover(7, 'CONCERT')

  expect(drawCover(7, 'CONCERT')).toBe(cover)
  expect(drawCover(8, 'CONCERT')).not.toBe(cover)
  expect(cover).not.toMatch(/undefined|NaN/)
})
