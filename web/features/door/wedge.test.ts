import { expect, test } from 'vitest'
import { noBurst, readKey } from './wedge.ts'

/** The code that these keys end with, when each comes `gap` milliseconds after the one before. */
function typed(keys: string[], gap: number): string | null {
  let burst = noBurst
  let code: string | null = null
  for (const [place, key] of keys.entries()) ({ burst, code } = readKey(burst, key, 1_000 + place * gap))
  return code
}

test('keys that come faster than anybody types and end with Enter are a code', () => {
  expect(typed([...'K7PM-3QXA', 'Enter'], 8)).toBe('K7PM-3QXA')
})

test('capitals, which a scanner makes with the Shift key, belong to the code', () => {
  expect(typed(['Shift', 'K', '7', 'Shift', 'P', 'Shift', 'M', ...'-3QXA', 'Enter'], 8)).toBe('K7PM-3QXA')
})

test('the whole text of a QR code is read, with its spaces', () => {
  const code = JSON.stringify({ event_name: 'Bangkok JavaScript Night', ticket_number: 'K7PM-3QXA' })

  expect(typed([...code, 'Enter'], 5)).toBe(code)
})

test('somebody who types is no scanner', () => {
  expect(typed([...'K7PM-3QXA', 'Enter'], 180)).toBeNull()
})

test('Enter alone, or after less than a ticket number, is no code', () => {
  expect(typed(['Enter'], 8)).toBeNull()
  expect(typed([...'K7PM', 'Enter'], 8)).toBeNull()
})

test('what was typed before a burst is no part of it', () => {
  let { burst } = readKey(noBurst, 'x', 1_000)
  for (const [place, key] of [...'K7PM-3QXA'].entries()) ({ burst } = readKey(burst, key, 2_000 + place * 8))

  expect(readKey(burst, 'Enter', 2_080).code).toBe('K7PM-3QXA')
})
