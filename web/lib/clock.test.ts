import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTimeHeader } from '#contract/endpoint.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const opening = Date.parse('2026-11-21T10:00:00Z')

const answeredAt = (time: number) => new Headers({ [serverTimeHeader]: String(time) })

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A device that asks the server, and whose clock differs from the server's by `off` milliseconds. */
async function deviceWith(off: number) {
  const { clockNow, compareClock, isClockKnown, whenCorrected } = await import('./clock.ts')
  vi.setSystemTime(opening + off)

  /** An answer that takes this many milliseconds, half of them on its way back; its header contains the server's
   *  time. */
  function ask(takes = 0) {
    const sentAt = Date.now()
    vi.setSystemTime(sentAt + takes)
    compareClock(answeredAt(sentAt - off + takes / 2), sentAt)
  }
  const error = () => Math.abs(clockNow() - (Date.now() - off))
  return { ask, error, clockNow, compareClock, isClockKnown, whenCorrected }
}

test("a device's clock that is a second, minutes or hours slow or fast is corrected by the first answer", async () => {
  for (const off of [second, 2 * minute, 7 * hour].flatMap((far) => [-far, far])) {
    vi.resetModules()
    const { ask, error } = await deviceWith(off)
    expect(error()).toBe(Math.abs(off))

    ask(300)

    expect(error()).toBeLessThan(10)
  }
})

test("a device's clock that is right to a quarter of a second is left alone, however long an answer takes", async () => {
  const { ask, clockNow } = await deviceWith(-250)

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

  compareClock(answeredAt(opening), opening)

  expect(clockNow()).toBe(opening)
})

test('an answer without a time changes nothing', async () => {
  const { clockNow, compareClock, isClockKnown } = await deviceWith(0)

  compareClock(new Headers(), opening)
  compareClock(new Headers({ [serverTimeHeader]: 'soon' }), opening)

  expect(clockNow()).toBe(opening)
  expect(isClockKnown()).toBe(false)
})

test('clock listeners are called when it becomes known or is corrected, not for every response', async () => {
  const { ask, clockNow, compareClock, isClockKnown, whenCorrected } = await deviceWith(0)
  const heard: number[] = []
  const forget = whenCorrected(() => heard.push(clockNow()))

  ask()
  ask()
  expect([heard, isClockKnown()]).toEqual([[opening], true])

  // Somebody sets the device's clock.
  vi.setSystemTime(opening + hour)
  compareClock(answeredAt(opening), opening + hour)
  expect(heard).toEqual([opening, opening])
  forget()
})
