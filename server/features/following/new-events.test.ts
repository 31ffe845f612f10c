import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'
import { addressOf } from '#server/testing/applications/ticket-mails.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'
import { mailFollowers } from './new-events.service.ts'

const minute = 60_000
const hour = 60 * minute

/** The app with a mail server, an organizer and some followers with a verified email. */
async function startWithFollowers(count = 1) {
  const started = await startWithMail()
  const owner = await started.addOrganizer()
  const { id } = (await started.as(owner).get('/api/organizers/view-organizer')).json()
  const follow = (person: Person) => started.as(person).put(`/api/organizers/${id}/toggle-follow`)
  const followers: Person[] = []
  for (let made = 0; made < count; made++) {
    const follower = await started.addHolder()
    await follow(follower)
    followers.push(follower)
  }
  const publish = (event_name: string, given = {}) => started.addEvent({ event_name, ...given }, owner)

  /** Moves the clock and returns all mails sent by then. Sessions expire after a quarter of an hour. */
  async function mailsAfter(milliseconds: number): Promise<Email[]> {
    started.clock.now = new Date(started.clock.now.getTime() + milliseconds)
    await mailFollowers(started.ctx)
    // The worker mails followers too, and may have locked rows that this call skips.
    await eventually(async () => {
      const open = await started.db.pool.query('SELECT FROM event_news WHERE done_at IS NULL')
      expect(open.rowCount).toBe(0)
    })
    await started.allSent()
    return started.mail.mails
  }

  return { ...started, owner, id: id as number, follow, followers, publish, mailsAfter }
}

const said = ({ subject, to }: Email) => [subject, to?.[0]?.address]

test('followers get one mail about a new event, with an unsubscribe link and header', async () => {
  const { owner, followers, publish, mailsAfter, visitor } = await startWithFollowers(2)
  await publish('Jazz at the river')

  expect(await mailsAfter(5 * minute)).toEqual([])
  const mails = await mailsAfter(5 * minute)
  expect(mails.map(said).sort()).toEqual(followers.map((one) => ['New event: Jazz at the river', addressOf(one)]))
  expect(await mailsAfter(10 * hour)).toHaveLength(2)

  const [mail] = mails
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  const [, link] = /<https:\/\/ruam\.example(\/stop-following\/[\w-]+)>/.exec(header('list-unsubscribe') ?? '') ?? []
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toContain(`Organizer ${owner.id} has published a new event.`)
  expect(mail?.text).toContain(`Stop emails about new events of Organizer ${owner.id}\nhttps://ruam.example${link}\n`)
  expect(mail?.html).toContain(`href="https://ruam.example${link}"`)
  expect((await visitor.post(link ?? '')).statusCode).toBe(200)
})

test('many new events come in one mail, which lists ten', async () => {
  const { id, owner, publish, mailsAfter } = await startWithFollowers()
  for (let day = 1; day <= 12; day++) {
    const on = `2026-12-${String(day).padStart(2, '0')}`
    await publish(`Day ${day}.`, { start_date_event: `${on}T03:00:00Z`, end_date_event: `${on}T05:00:00Z` })
  }

  const mails = await mailsAfter(10 * minute)

  expect(mails.map(({ subject }) => subject)).toEqual([`12 new events by Organizer ${owner.id}`])
  const named = mails[0]?.text?.match(/Day \d+\./g)
  expect(named).toEqual(Array.from({ length: 10 }, (_, place) => `Day ${place + 1}.`))
  expect(mails[0]?.text).toContain('These are the first 10.')
  expect(mails[0]?.text).toContain(`https://ruam.example/organizers/${id}`)
})

test('the mail waits while an organizer publishes, at most an hour; the next eight hours', async () => {
  const { owner, clock, publish, mailsAfter, visitor } = await startWithFollowers()
  const began = clock.now.getTime()
  const renew = async () => {
    owner.access = (await visitor.post('/api/token/refresh', { refresh: owner.refresh })).json().access
  }
  for (let at = 0; at < 60; at += 5) {
    await renew()
    await publish(`At ${at}`)
    if (at < 55) expect(await mailsAfter(5 * minute)).toEqual([])
  }
  const [first] = await mailsAfter(5 * minute)
  expect([clock.now.getTime() - began, first?.subject]).toEqual([hour, `12 new events by Organizer ${owner.id}`])

  await renew()
  await publish('One more')
  expect(await mailsAfter(7 * hour)).toHaveLength(1)
  expect((await mailsAfter(hour)).map(({ subject }) => subject)).toEqual([first?.subject, 'New event: One more'])
})

test('no mail about an event that is hidden from the follower, called off or over', async () => {
  const { as, db, owner, addUser, addHolder, follow, publish, mailsAfter } = await startWithFollowers()
  const member = await addHolder({ email: 'member@ku.th' })
  const unverified = await addUser({ email: 'typed@ku.th' })
  for (const person of [member, unverified]) await follow(person)
  const before = await publish('Before')
  await mailsAfter(10 * minute)
  await db.pool.query('DELETE FROM event_news')

  await publish('Members only', { visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  await publish('Unlisted', { visibility: 'PRIVATE' })
  const gone = await publish('Called off')
  await as(owner).delete(`/api/organizers/delete-event/${gone.id}`)
  await endEvent(db, (await publish('Over')).id)
  await as(owner).patch(`/api/events/${before.id}/edit`, { description: 'Other words' })
  const mails = await mailsAfter(12 * minute)

  expect(mails.map(said).slice(2)).toEqual([['New event: Members only', 'member@ku.th']])
})

test('no mail after unfollowing, a block, a deleted account, or a later follow', async () => {
  const { as, db, owner, addHolder, follow, followers, publish, mailsAfter } = await startWithFollowers(4)
  const [stays, stops, blocked, leaves] = followers as [Person, Person, Person, Person]
  const event = await publish('Jazz')
  await as(blocked).post(`/api/tickets/event/${event.id}/register`)
  await as(owner).put(`/api/organizers/blocked/${blocked.id}`)
  await follow(stops)
  await db.pool.query('DELETE FROM users WHERE id = $1', [leaves.id])

  const mails = await mailsAfter(10 * minute)
  const lateFollower = await addHolder()
  await follow(lateFollower)

  const news = () => mails.filter(({ subject }) => subject?.startsWith('New event'))
  expect(news().map(said)).toEqual([['New event: Jazz', addressOf(stays)]])
  await mailsAfter(9 * hour)
  expect(news()).toHaveLength(1)
})

test('several processes enqueue one mail per follower', async () => {
  const { as, ctx, clock, db, addOrganizer, addEvent, addUser } = await startApp()
  const owner = await addOrganizer()
  const { id } = (await as(owner).get('/api/organizers/view-organizer')).json()
  const person = await addUser()
  await as(person).put(`/api/organizers/${id}/toggle-follow`)
  await db.pool.query(
    `INSERT INTO users (username, email, first_name, last_name)
     SELECT 'follower' || n, n || '@many.example', 'F', 'L' FROM generate_series(1, 1200) n`,
  )
  await db.pool.query("INSERT INTO follows SELECT $1, id, now() FROM users WHERE username LIKE 'follower%'", [id])
  await addEvent({}, owner)
  clock.now = new Date(clock.now.getTime() + 10 * minute)

  await Promise.all(Array.from({ length: 6 }, () => mailFollowers(ctx)))
  await mailFollowers(ctx)

  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS mails, count(DISTINCT (payload ->> 'userId'))::int AS people
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'send_news_mail'`,
  )
  expect(rows).toEqual([{ mails: 1201, people: 1201 }])
})
