import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { eventLimits } from '#contract/events/event-draft.ts'
import { longestList } from '#contract/events/event-list.ts'
import { CardEvent } from '#contract/events/events.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { type Caller, type Person, startApp } from '#server/testing/app.ts'
import { insertEvents } from '#server/testing/insert-events.ts'

const thai = 'ก'.repeat(eventLimits.markdown)
const control = '\u0001'.repeat(eventLimits.markdown)

/** Events that are all as long as events may be, made by one organizer and bookmarked by them. */
async function startWith(count: number, text: string) {
  const { db, clock, as, visitor, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const long = { detailed_description: text, terms_and_conditions: text }
  await insertEvents(db, { count, ownerId: owner.id, now: clock.now }, long)
  await db.run(sql`
    INSERT INTO bookmarks (event_id, user_id, created_at) SELECT id, ${owner.id}, now() FROM events`)
  return { as, visitor, owner }
}

const lists: [string, (reader: { visitor: Caller; as: (person: Person) => Caller; owner: Person }) => Caller][] = [
  ['/api/events/events', ({ visitor }) => visitor],
  ['/api/events/my-events', ({ as, owner }) => as(owner)],
  ['/api/bookmarks/my-favorite', ({ as, owner }) => as(owner)],
]

test.each([
  ['Thai letters', thai, 100],
  ['characters that take six bytes in JSON', control, 100],
])('a list of events full of %s ends at 8 MB, and its pages hold every event once', async (_, text, count) => {
  const started = await startWith(count, text)

  for (const [url, readerOf] of lists) {
    const pages = await readAll(readerOf(started), url)
    const ids = pages.flatMap(idsIn)

    expect(pages.length).toBeGreaterThan(1)
    expect(pages.every(({ rawPayload }) => rawPayload.length <= longestList)).toBe(true)
    expect(pages[0]?.rawPayload.length).toBeGreaterThan(longestList * 0.9)
    expect(pages.every(({ headers }) => headers['x-total-count'] === String(count))).toBe(true)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
    expect(ids).toHaveLength(count)
    expect(pages[0]?.json()[0]).toMatchObject({ detailed_description: text, terms_and_conditions: text })
  }
})

test('cards of the same events come in one answer, and tell what cards show', async () => {
  const started = await startWith(100, thai)

  for (const [url, readerOf] of lists) {
    const reply = await readerOf(started).get(`${url}?fields=card`)

    expect(reply.headers.link).toBeUndefined()
    expect(reply.json()).toHaveLength(100)
    expect(Object.keys(reply.json()[0]).sort()).toEqual(Object.keys(CardEvent.shape).sort())
    expect(reply.rawPayload.length).toBeLessThan(150_000)
  }
})

test('one event tells what cards show of it to whoever may see it', async () => {
  const { visitor, as, addUser, addEvent } = await startApp()
  const open = await addEvent()
  const closed = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })

  const card = await visitor.get(`/api/events/${open.id}/card`)
  const whole = (await visitor.get(`/api/events/${open.id}`)).json()

  expect(card.json()).toEqual(CardEvent.parse(whole))
  expect((await as(await addUser()).get(`/api/events/${closed.id}/card`)).json()).toMatchObject({
    code: 'event_not_found',
  })
  expect((await as(closed.owner).get(`/api/events/${closed.id}/card`)).statusCode).toBe(200)
})

test('bookmarks come by pages, and what is not a list of cards is refused', async () => {
  const { as, owner } = await startWith(5, 'Two talks.')

  const first = await as(owner).get('/api/bookmarks/my-favorite?limit=2')

  expect(first.json()).toHaveLength(2)
  expect(first.headers).toMatchObject({ 'x-total-count': '5', link: expect.stringContaining('cursor=2') })
  expect((await as(owner).get('/api/bookmarks/my-favorite?fields=all')).statusCode).toBe(422)
  expect((await as(owner).get('/api/bookmarks/my-favorite?limit=0')).statusCode).toBe(422)
})

async function readAll(reader: Caller, url: string): Promise<LightMyRequestResponse[]> {
  const pages = [await reader.get(url)]
  for (;;) {
    const next = /<(.+)>; rel="next"/.exec(String(pages.at(-1)?.headers.link))?.[1]
    if (next === undefined) return pages
    pages.push(await reader.get(next))
  }
}

const idsIn = (page: LightMyRequestResponse): number[] => page.json().map(({ id }: { id: number }) => id)
