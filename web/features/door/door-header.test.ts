import { expect, test } from 'vitest'
import { wayOut } from './door-header.tsx'

test('the team returns to its event, and helpers and phones without a network to the home page', () => {
  expect(wayOut('owner', 7, true)).toBe('/events/7/manage')
  expect(wayOut('owner', 7, false)).toBe('/')
  expect(wayOut(null, 7, true)).toBe('/')
})
