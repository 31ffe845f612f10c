import { expect, test } from 'vitest'
import { shortage } from './decisions.tsx'

test('as many applications fit as the server tells; an older one tells only the free seats', () => {
  expect(shortage({ seatsFree: 4, applicationsFit: 0 })).toEqual({ seats: 4, fit: 0 })
  expect(shortage({ seatsFree: 2, applicationsFit: null })).toEqual({ seats: 2, fit: 2 })
})
