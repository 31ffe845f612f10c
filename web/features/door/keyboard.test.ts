import { expect, test } from 'vitest'
import { type Key, noBurst, readKey } from './keyboard.tsx'

const pressed = (key: string): Key => ({ key, code: '', shiftKey: false })

/** The code that these keys produce when pressed `gapMs` apart. */
function typed(keys: (string | Key)[], gapMs: number): string | null {
  let burst = noBurst
  let code: string | null = null
  for (const [place, key] of keys.entries()) {
    ;({ burst, code } = readKey(burst, typeof key === 'string' ? pressed(key) : key, 1_000 + place * gapMs))
  }
  return code
}

test('keys typed without pauses and ended with Enter are a code', () => {
  expect(typed([...'K7PM-3QXA', 'Enter'], 8)).toBe('K7PM-3QXA')
})

test('the Shift that scanners press for capitals does not end the code', () => {
  expect(typed(['Shift', 'K', '7', 'Shift', 'P', 'Shift', 'M', ...'-3QXA', 'Enter'], 8)).toBe('K7PM-3QXA')
})

test('the text of a QR code is read with its spaces', () => {
  const code = JSON.stringify({ event_name: 'Bangkok JavaScript Night', ticket_number: 'K7PM-3QXA' })

  expect(typed([...code, 'Enter'], 5)).toBe(code)
})

test("a scanner works while the computer's keyboard is set to Thai", () => {
  const thai = [
    ['า', 'KeyK'],
    ['็', 'Digit7'],
    ['ญ', 'KeyP'],
    ['?', 'KeyM'],
    ['ข', 'Minus'],
    ['-', 'Digit3'],
    ['ฎ', 'KeyQ'],
    ['ป', 'KeyX'],
    ['ฤ', 'KeyA'],
  ].map(([key = '', code = '']) => ({ key, code, shiftKey: code.startsWith('Key') }))

  expect(typed([...thai, 'Enter'], 8)).toBe('K7PM-3QXA')
})

test('keys typed with pauses are not a code', () => {
  expect(typed([...'K7PM-3QXA', 'Enter'], 400)).toBeNull()
})

test('Enter alone or after too few characters is not a code', () => {
  expect(typed(['Enter'], 8)).toBeNull()
  expect(typed([...'K7PM', 'Enter'], 8)).toBeNull()
})

test('a key before the burst is not part of the code', () => {
  let { burst } = readKey(noBurst, pressed('x'), 1_000)
  for (const [place, key] of [...'K7PM-3QXA'].entries()) ({ burst } = readKey(burst, pressed(key), 2_000 + place * 8))

  expect(readKey(burst, pressed('Enter'), 2_080).code).toBe('K7PM-3QXA')
})
