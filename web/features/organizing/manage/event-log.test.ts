import { expect, test } from 'vitest'
import type { LogEntry } from '#contract/tickets/team.ts'
import { whatHappened } from './event-log.tsx'

const entry = (given: Partial<LogEntry>) =>
  whatHappened({ action: 'approved', detail: '', names: [], total: 0, ...given })

test('an entry names up to three people, and counts the rest', () => {
  expect(entry({ names: ['Nok'], total: 1 })).toBe('approved Nok')
  expect(entry({ names: ['Nok', 'Mali', 'Chai'], total: 3 })).toBe('approved Nok, Mali and Chai')
  expect(entry({ names: ['Nok', 'Mali', 'Chai', 'Dao'], total: 60 })).toBe('approved Nok, Mali, Chai and 57 more')
  expect(entry({ total: 2 })).toBe('approved 2 people')
})

test('an edit names what has changed once each, in words', () => {
  expect(entry({ action: 'edited', detail: 'event_name' })).toBe('edited the name')
  expect(entry({ action: 'edited', detail: 'address,latitude,longitude,ticket_price,dress_code' })).toBe(
    'edited the place, the price and the dress code',
  )
})

test('a download says what was downloaded, in words', () => {
  expect(entry({ action: 'exported', detail: 'funnel' })).toBe('downloaded the figures from page views to entries')
})

test('an entry about the team names the role', () => {
  expect(entry({ action: 'team', detail: 'joined co_host' })).toBe('joined the team as Co-host')
  expect(entry({ action: 'team', detail: 'role desk', names: ['Nok'], total: 1 })).toBe(
    'changed the role of Nok to Desk',
  )
  expect(entry({ action: 'team', detail: 'removed' })).toBe('removed somebody from the team')
})
