import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const day = 24 * 3_600_000

test('the list is an array of public events, newest first, with their number', async () => {
  const { visitor, addEvent } = await startApp()
  const first = await addEvent()
  const second = await addEvent()
  await addEvent({ visibility: 'PRIVATE' })

  const reply = await visitor.get('/api/events/events/')

  expect(reply.json().map((event: { id: number }) => event.id)).toEqual([second.id, first.id])
  expect(reply.headers['x-total-count']).toBe('2')
})

test('a search finds parts of words, in Thai as in English, and every word must be there', async () => {
  const { visitor, addEvent } = await startApp()
  const thai = await addEvent({ event_name: 'สัมมนานักพัฒนาซอฟต์แวร์', address: 'สามย่านมิตรทาวน์' })
  const english = await addEvent({ event_name: 'Photography walk', tags: '100%fun,camera' })
  const found = async (words: string) =>
    (await visitor.get(`/api/events/events?search=${encodeURIComponent(words)}`))
      .json()
      .map((e: { id: number }) => e.id)

  expect(await found('พัฒนา')).toEqual([thai.id])
  expect(await found('สามย่าน ซอฟต์แวร์')).toEqual([thai.id])
  expect(await found('PHOTOG')).toEqual([english.id])
  expect(await found('0%f')).toEqual([english.id])
  expect(await found('%')).toEqual([english.id])
  expect(await found('photography สามย่าน')).toEqual([])
})

test('a list is narrowed, sorted and paged in the database', async () => {
  const { as, visitor, clock, addUser, addEvent } = await startApp()
  const at = (days: number) => ({
    start_date_event: new Date(clock.now.getTime() + days * day).toISOString(),
    end_date_event: new Date(clock.now.getTime() + (days + 1) * day).toISOString(),
  })
  const concert = await addEvent({ category: 'CONCERT', tags: 'music,river', ...at(9) })
  const workshop = await addEvent({ category: 'WORKSHOP', tags: 'code', ...at(3) })
  const seminar = await addEvent({ category: 'SEMINAR', tags: 'musical', ...at(6) })
  await as(await addUser()).post(`/api/tickets/event/${seminar.id}/register`)
  const ids = async (query: string) =>
    (await visitor.get(`/api/events/events?${query}`)).json().map((event: { id: number }) => event.id)

  expect(await ids('category=CONCERT')).toEqual([concert.id])
  expect(await ids('tags=code,music')).toEqual([workshop.id, concert.id])
  expect(await ids('date=2026-11-25')).toEqual([workshop.id])
  expect(await ids('status=COMPLETED')).toEqual([])
  expect(await ids('visibility=PRIVATE')).toEqual([])
  expect(await ids('sort=soonest')).toEqual([workshop.id, seminar.id, concert.id])
  expect(await ids('sort=latest&limit=1')).toEqual([concert.id])
  expect(await ids('sort=popular&limit=1')).toEqual([seminar.id])

  const first = await visitor.get('/api/events/events?limit=2&sort=soonest')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await visitor.get(next)
  expect(first.headers['x-total-count']).toBe('3')
  expect(second.json().map((event: { id: number }) => event.id)).toEqual([concert.id])
  expect(second.headers.link).toBeUndefined()
})

test.each([
  'limit=0',
  'limit=1001',
  'limit=0x10',
  'limit=1e2',
  'limit=%2B5',
  'limit=',
  'cursor=-1',
  'cursor=0b1',
  'cursor=1e1',
  'category=PARTY',
  'sort=random',
  'date=yesterday',
  'date=0000-01-01',
  'date=9999-12-31',
  'search=%00',
])('a list refuses the parameter %s', async (query) => {
  const { visitor } = await startApp()

  const reply = await visitor.get(`/api/events/events?${query}`)

  expect([400, 422]).toContain(reply.statusCode)
  expect(reply.json().error).not.toBe('')
})
