import { expect, test } from 'vitest'
import { pageNumbers } from './pagination.tsx'

test('a few pages are all shown', () => {
  expect(pageNumbers(2, 5, 5)).toEqual([1, 2, 3, 4, 5])
})

test('of many pages the first, the last and those around the current one are shown', () => {
  expect(pageNumbers(1, 20, 7)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pageNumbers(5, 20, 7)).toEqual([1, null, 4, 5, 6, null, 20])
  expect(pageNumbers(17, 20, 7)).toEqual([1, null, 16, 17, 18, 19, 20])
  expect(pageNumbers(5, 20, 5)).toEqual([1, null, 5, null, 20])
})

test('the current page is always shown, and all places are used', () => {
  for (const places of [5, 7] as const) {
    for (let page = 1; page <= 20; page += 1) {
      expect(pageNumbers(page, 20, places)).toContain(page)
      expect(pageNumbers(page, 20, places)).toHaveLength(places)
    }
  }
})
