import { expect, test } from 'vitest'
import { shortText } from './decisions.tsx'

test('the dialog tells how many applications fit, and no number of seats, of which other ticket types may have more', () => {
  expect(shortText(4, { seats: 4, fit: 3 }, 2)).toBe(
    'The free seats are enough for 3 of these 4 applications, in the order in which they were made. Approve them?',
  )
  expect(shortText(2, { seats: 1, fit: 1 }, 0)).toBe(
    'The free seats are enough for one of these 2 applications. Approve it?',
  )
  expect(shortText(1, { seats: 1, fit: 0 }, 0)).toContain('fewer free seats than this application needs')
})

test('where nothing fits, the dialog names the seats set aside for the door', () => {
  expect(shortText(1, { seats: 0, fit: 0 }, 4)).toBe(
    'You can approve more when a seat becomes free, or with a higher limit. 4 seats are set aside for the door. Some can be released on the Check in page.',
  )
  expect(shortText(1, { seats: 1, fit: 0 }, 1)).toContain('1 seat is set aside for the door.')
  expect(shortText(1, { seats: 0, fit: 0 }, 0)).not.toContain('door')
})
