import { expect, test } from 'vitest'
import { calendarLinks } from './application-panel.tsx'

const jazz = {
  event_name: 'Jazz & Friends',
  description: 'An evening of songs.',
  start_date_event: '2026-11-21T11:30:00.000Z',
  end_date_event: '2026-11-21T14:30:00.000Z',
  is_online: false,
  address: 'Lumphini Park, Bangkok',
}
const page = 'https://ruam.example/events/7'
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

test('Google and Outlook open an entry with name, times in UTC, place, and the address of the page', () => {
  const { google, outlook } = calendarLinks(jazz, page)

  expect(queryOf(google)).toEqual({
    action: 'TEMPLATE',
    text: 'Jazz & Friends',
    dates: '20261121T113000Z/20261121T143000Z',
    details: `An evening of songs.\n\n${page}`,
    location: 'Lumphini Park, Bangkok',
  })
  expect(queryOf(outlook)).toEqual({
    rru: 'addevent',
    subject: 'Jazz & Friends',
    startdt: '2026-11-21T11:30:00.000Z',
    enddt: '2026-11-21T14:30:00.000Z',
    body: `An evening of songs.\n\n${page}`,
    location: 'Lumphini Park, Bangkok',
  })
})

test('an online event has no place', () => {
  expect(queryOf(calendarLinks({ ...jazz, is_online: true }, page).google)).toMatchObject({ location: '' })
})

test('however long an event’s texts are, the addresses stay short, and name and page are whole', () => {
  const long = { ...jazz, event_name: 'ก'.repeat(50), description: '🎷'.repeat(350), address: 'ถ'.repeat(500) }

  for (const address of Object.values(calendarLinks(long, page))) {
    expect(address.length).toBeLessThanOrEqual(2_000)
    expect(address).not.toContain('%EF%BF%BD')
    expect(Object.values(queryOf(address))).toContain(long.event_name)
    expect(decodeURIComponent(address)).toContain(page)
  }
})
