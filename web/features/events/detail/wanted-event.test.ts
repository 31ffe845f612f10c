import { expect, test } from 'vitest'
import { eventAddress, withQuestion } from '#contract/events/event-links.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { wantedBy } from './wanted-event.tsx'

const wantedAt = (path: string) => wantedBy({ url: `https://ruam.example${path}` })

test('login and sign-up know which event they return to', () => {
  expect(wantedAt(loginPath('/events/7'))).toEqual({ eventId: 7, link: undefined })
  expect(wantedAt(loginPath(withQuestion('/events/7?link=a-key'), '/register'))).toEqual({ eventId: 7, link: 'a-key' })
})

test.each(['/login', '/login?next=/my-tickets', '/login?next=/events/7/edit', '/login?next=//evil.example/events/7'])(
  '%s does not return to an event',
  (path) => {
    expect(wantedAt(path)).toBeNull()
  },
)

test('the apply question is added to an address once and removed again', () => {
  expect(withQuestion('/events/7')).toBe('/events/7?apply=now')
  expect(withQuestion('/events/7?apply=now&link=a-key')).toBe('/events/7?link=a-key&apply=now')
  expect(withQuestion('/events/7?link=a-key&apply=now', false)).toBe('/events/7?link=a-key')
  expect(withQuestion('/events/7?apply=now', false)).toBe('/events/7')
})

test.each([
  ['/events/7', '/events/7'],
  ['/events/7?apply=now&link=a-key&from=a-friend', '/events/7?link=a-key&apply=now'],
  ['/events/7?apply=later', '/events/7'],
  ['/events/7/edit', null],
  ['/my-tickets', null],
  ['https://evil.example/events/7', null],
  ['//evil.example/events/7', null],
  ['/events/7\n//evil.example', null],
])('of %j a mailed link takes %j along', (address, taken) => {
  expect(eventAddress(address)).toBe(taken)
})
