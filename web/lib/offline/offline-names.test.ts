import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { isOfflinePage } from './offline-names.ts'

test('only tickets, payment and the door are cached for offline use', () => {
  const link = '8e6ad4c6-6ab2-4a83-8c0c-2f6a5a8bb2a1'
  const offline = [
    paths.myTickets,
    paths.ticket(7),
    paths.virtualTicket(7),
    paths.guestTicket(link),
    paths.pay(7),
    paths.checkIn(7),
  ]
  const others = [paths.home, paths.discover, paths.event(7), paths.editEvent(7), paths.accountInfo, paths.myEvents]

  expect(offline.filter(isOfflinePage)).toEqual(offline)
  expect(others.filter(isOfflinePage)).toEqual([])
})
