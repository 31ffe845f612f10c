import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { isOfflinePage } from './offline-names.ts'

test('pages for the door and for paying are cached for use offline, and nothing else', () => {
  const kept = [paths.myTickets, paths.ticket(7), paths.virtualTicket(7), paths.pay(7), paths.checkIn(7)]
  const others = [paths.home, paths.discover, paths.event(7), paths.editEvent(7), paths.accountInfo, paths.myEvents]

  expect(kept.filter(isOfflinePage)).toEqual(kept)
  expect(others.filter(isOfflinePage)).toEqual([])
})
