import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { Caller } from '#server/testing/app.ts'

/** The parsed entries of a calendar. */
export async function readCalendar(viewer: Caller, url: string) {
  const { body, headers, statusCode } = await viewer.get(url)
  expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/calendar; charset=utf-8'])
  const whole = new ICAL.Component(ICAL.parse(body))
  const entries = whole.getAllSubcomponents('vevent').map((one) => {
    const of = (name: string) => one.getFirstPropertyValue(name)
    return {
      uid: String(of('uid')),
      name: String(of('summary')),
      start: (of('dtstart') as ICAL.Time).toJSDate().toISOString(),
      end: (of('dtend') as ICAL.Time).toJSDate().toISOString(),
      sequence: Number(of('sequence')),
      revision: ['sequence', 'dtstamp', 'last-modified'].map((name) => String(of(name))),
      status: of('status'),
      location: of('location'),
      geo: of('geo'),
      url: of('url'),
      description: String(of('description')),
    }
  })
  return { body, whole, entries }
}
