import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const second = 1_000
const minute = 60 * second
const opening = Date.parse('2026-11-21T10:00:00Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A device whose clock is `off` milliseconds before or behind the server's, and which asks the server. */
async function deviceWith(off: number) {
  const { clockNow, compareClock } = await import('./clock.ts')
  vi.setSystemTime(opening + off)

  /** An answer that takes so many milliseconds, half of them on its way back; the server's clock stands in its header. */
  function ask(takes = 0) {
    const sentAt = Date.now()
    const told = Math.floor((sentAt - off + takes / 2) / second) * second
    vi.setSystemTime(sentAt + takes)
    compareClock(new Headers({ date: new Date(told).toUTCString() }), sentAt)
  }
  const error = () => Math.abs(clockNow() - (Date.now() - off))
  return { ask, error, clockNow, compareClock }
}

test("a device's clock that is minutes slow or fast is corrected by the first answer", async () => {
  for (const off of [-2 * minute, 2 * minute]) {
    vi.resetModules()
    const { ask, error } = await deviceWith(off)
    expect(error()).toBe(2 * minute)

    ask(300)

    expect(error()).toBeLessThan(second)
  }
})

test("a device's clock that is right to two seconds is left alone, however long an answer takes", async () => {
  const { ask, clockNow } = await deviceWith(-2 * second)

  for (const takes of [0, 300, 8_000]) {
    ask(takes)
    expect(clockNow()).toBe(Date.now())
  }
})

test('once corrected, the clock does not jump about with every answer', async () => {
  const { ask, clockNow } = await deviceWith(-2 * minute)
  ask()
  const correction = clockNow() - Date.now()

  for (const takes of [700, 3_000, 100]) {
    ask(takes)
    expect(clockNow() - Date.now()).toBe(correction)
  }
})

test("a device's clock that is put right is believed again", async () => {
  const { ask, clockNow, compareClock } = await deviceWith(-2 * minute)
  ask()
  vi.setSystemTime(opening)

  compareClock(new Headers({ date: new Date(opening).toUTCString() }), opening)

  expect(clockNow()).toBe(opening)
})

test('an answer without a time changes nothing', async () => {
  const { clockNow, compareClock } = await deviceWith(0)

  compareClock(new Headers(), opening)
  compareClock(new Headers({ date: 'soon' }), opening)

  expect(clockNow()).toBe(opening)
})
