import { expect, test } from 'vitest'
import { letters, markup } from './lettering.ts'

const broken = (text: string) =>
  markup(text)
    .replace(/<[^>]*>/g, '')
    .split('\u200B')

test('a line may end between Thai words, and nowhere within one', () => {
  expect(broken('งานเทศกาลดนตรี')).toEqual(['งาน', 'เทศกาล', 'ดนตรี'])
  expect(broken('งานต่างๆ')).toEqual(['งาน', 'ต่างๆ'])
  expect(broken('River Night (2026)')).toEqual(['River Night (2026)'])
})

test('text is text, whatever it looks like', () => {
  expect(markup('<b>&')).toContain('>&#60;b&#62;&#38;<')
})

test('letters keep within their room, in the largest size that fits', async () => {
  const sizes: [number, number][] = [
    [84, 1],
    [40, 2],
  ]
  const room = { width: 600, sizes }
  const [short, long, tall] = [
    await letters('Jazz', room),
    await letters('A long night of jazz by the river', room),
    await letters(`ท${'่'.repeat(60)}`, room),
  ]

  expect(short.height).toBeGreaterThan(45)
  for (const { width, height } of [short, long, tall]) {
    expect(width).toBeLessThanOrEqual(600)
    expect(height).toBeLessThanOrEqual(134)
  }
})

test('Thai letters and emoji have fonts of the package: none is drawn as an empty box', async () => {
  // An unknown sign is drawn as a box of its code's digits, wider than the letter.
  const size = { width: 600, sizes: [[40, 1]] satisfies [number, number][] }
  const [thai, emoji, unknown] = [
    await letters('กก', size),
    await letters('🎉', size),
    await letters('\u{16D40}', size),
  ]

  expect(thai.width).toBeLessThan(60)
  expect(emoji.width).not.toBe(unknown.width)
})
