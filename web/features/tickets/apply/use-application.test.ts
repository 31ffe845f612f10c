import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetChoice, keepChoice, readChoice, savePress, takePress } from './use-application.ts'

const choice = { eventId: 3, userId: 7, waits: false, typeId: null, guests: ['Nok'] }
const items = new Map<string, string>()
const signIn = (id: number) => items.set('id', String(id))

beforeEach(() => {
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
  vi.useFakeTimers()
  items.clear()
  items.set('access_token', 'a').set('refresh_token', 'r').set('username', 'malee')
  signIn(7)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a choice is read again by the same person for the same event', () => {
  keepChoice(choice)

  expect([readChoice(3), readChoice(4)]).toEqual([choice, null])
  signIn(8)
  expect([readChoice(3), takePress(3)]).toEqual([null, null])
  signIn(7)
  expect(takePress(3)).toEqual(choice)
})

test('a choice is deleted once it is taken back or applied with, but not by another event', () => {
  keepChoice(choice)
  forgetChoice(4)
  keepChoice({ ...choice, eventId: 4, guests: [] })
  expect(readChoice(3)).toEqual(choice)

  keepChoice({ ...choice, guests: [] })

  expect(readChoice(3)).toBeNull()
})

test('a choice is not read after ten minutes', () => {
  keepChoice(choice)

  vi.advanceTimersByTime(10 * 60_000)

  expect(readChoice(3)).toBeNull()
})

test("a visitor's choice is for whoever signs in next, and only on the way back from signing in", () => {
  const press = { ...choice, userId: null }

  savePress(press)

  expect(readChoice(3)).toBeNull()
  expect([takePress(3), takePress(3)]).toEqual([press, null])
})
