import { expect, test } from 'vitest'
import { statusLabel } from './status.ts'

test('a ticket without a status is shown as active', () => {
  expect(statusLabel('')).toBe('Active')
  expect(statusLabel('CANCELLED')).toBe('Cancelled')
})
