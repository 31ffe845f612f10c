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

/** A device whose clock is `offMs` ahead of the server's. */
async function deviceWith(offMs: number) {
  const { assumeCorrection, clockCorrection, clockNow, compareClock, isClockKnown, whenCorrected } = await import(
    './clock.ts'
  )
  vi.setSystemTime(opening + offMs)

  /** A request answered after this time, half of it for the way back, with the server's time in a header. */
  function ask(takesMs = 0) {
    const sentAt = Date.now()
    vi.setSystemTime(sentAt + takesMs)
    compareClock(answeredAt(sentAt - offMs + takesMs / 2), sentAt)
  }
  const error = () => Math.abs(clockNow() - (Date.now() - offMs))
  return { ask, error, assumeCorrection, clockCorrection, clockNow, compareClock, isClockKnown, whenCorrected }
}

test("the first answer corrects a device's clock that is seconds, minutes or hours off", async () => {
  for (const offMs of [second, 2 * minute, 7 * hour].flatMap((far) => [-far, far])) {
    vi.resetModules()
    const { ask, error } = await deviceWith(offMs)
    expect(error()).toBe(Math.abs(offMs))

    ask(300)

    expect(error()).toBeLessThan(10)
  }
})

test("a device's clock within a quarter of a second is left alone, however slow the answer", async () => {
  const { ask, clockNow } = await deviceWith(-250)

  for (const takes of [0, 300, 8_000]) {
    ask(takes)
    expect(clockNow()).toBe(Date.now())
  }
})

test('a corrected clock does not jump with every answer', async () => {
  const { ask, clockNow } = await deviceWith(-2 * minute)
  ask()
  const correction = clockNow() - Date.now()

  for (const takes of [700, 3_000, 100]) {
    ask(takes)
    expect(clockNow() - Date.now()).toBe(correction)
  }
})

test('an earlier correction is used until the first answer', async () => {
  const { ask, error, clockNow, assumeCorrection, clockCorrection } = await deviceWith(-2 * minute)

  assumeCorrection(hour)
  expect([clockNow() - Date.now(), clockCorrection()]).toEqual([hour, hour])
  ask()
  assumeCorrection(hour)

  expect([error(), clockCorrection()]).toEqual([0, 2 * minute])
})

test("a device's clock is trusted again after it was set right", async () => {
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

test('listeners are called when the time becomes known or is corrected, not for every answer', async () => {
  const { ask, clockNow, compareClock, isClockKnown, whenCorrected } = await deviceWith(0)
  const reported: number[] = []
  const forget = whenCorrected(() => reported.push(clockNow()))

  ask()
  ask()
  expect([reported, isClockKnown()]).toEqual([[opening], true])

  // The user sets the device's clock.
  vi.setSystemTime(opening + hour)
  compareClock(answeredAt(opening), opening + hour)
  expect(reported).toEqual([opening, opening])
  forget()
})
