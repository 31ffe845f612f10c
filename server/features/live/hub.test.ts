import { expect, onTestFinished, test } from 'vitest'
import type { CommentVersions } from '#server/features/comments/comments.repository.ts'
import { heartbeat } from '#server/lib/http/event-stream.ts'
import type { Watcher } from './hub.ts'
import { Hub, type Intervals } from './hub.ts'

const never = 3_600_000

/** A hub with one public event, whose seats the test changes. */
function startHub(intervals: Partial<Intervals> = {}) {
  const event = {
    id: 1,
    version: 1,
    max_attendee: null,
    current_attendees: 0,
    seats_left: null,
    waiting: 0,
    ticket_types: [],
    checked_in: null,
    reported: null,
    to_approve: null,
    to_pay: null,
    invited: null,
    slips: null,
    is_restricted: false,
    comment_versions: {} as CommentVersions,
  }
  const database = { event, isAway: false, answers: true, reads: 0, checks: 0 }
  const hub = new Hub(
    {
      read: async () => {
        database.reads += 1
        if (database.isAway) throw new Error('the database is away')
        return [{ ...database.event }]
      },
      selectRights: () => {
        database.checks += 1
        return database.answers ? Promise.resolve([]) : new Promise(() => undefined)
      },
      selectTickets: async () => [],
      now: Date.now,
    },
    { messages: 5, comments: 0, sessions: never, everything: never, heartbeats: never, ...intervals },
  )
  onTestFinished(() => hub.close())
  return { hub, database }
}

/** A page that receives messages while `takes` is true. */
function addPage(hub: Hub, of: Partial<Watcher> = {}) {
  const page = {
    takes: true,
    isCut: false,
    isEnded: false,
    heartbeats: 0,
    seats: [] as number[],
    comments: [] as number[],
  }
  const watcher: Watcher = {
    event_id: 1,
    session_id: null,
    link_key: null,
    user_id: null,
    role: null,
    ends_at: Number.POSITIVE_INFINITY,
    sent: null,
    is_late: false,
    stream: {
      send(text) {
        if (!page.takes) return false
        if (text === heartbeat) page.heartbeats += 1
        else {
          const numbers = JSON.parse(text.toString().replace('data: ', ''))
          page.seats.push(numbers.current_attendees)
          page.comments.push(numbers.comments_version)
        }
        return true
      },
      end: () => {
        page.isEnded = true
      },
      cut() {
        page.isCut = true
        hub.leave(watcher)
      },
    },
    ...of,
  }
  hub.join(watcher)
  return page
}

test('a slow viewer is not sent outdated messages', async () => {
  const { hub, database } = startHub()
  const [quick, slow] = [addPage(hub), addPage(hub)]
  await expect.poll(() => slow.seats).toEqual([0])

  slow.takes = false
  for (const seats of [1, 2, 3]) {
    database.event.current_attendees = seats
    hub.look(1)
    await expect.poll(() => quick.seats.at(-1)).toBe(seats)
  }
  slow.takes = true
  hub.look(1)

  await expect.poll(() => slow.seats).toEqual([0, 3])
  expect(quick.seats).toEqual([0, 1, 2, 3])
})

test('a viewer who misses two heartbeats is cut off, and nobody else', async () => {
  const { hub } = startHub({ heartbeats: 10 })
  const [viewer, gone] = [addPage(hub), addPage(hub)]

  gone.takes = false

  await expect.poll(() => gone.isCut).toBe(true)
  expect(viewer.isCut).toBe(false)
  await expect.poll(() => viewer.heartbeats).toBeGreaterThan(2)
})

test('sessions are checked once at a time, and a stream with an old token ends all the same', async () => {
  const { hub, database } = startHub({ sessions: 5 })
  database.answers = false
  addPage(hub, { session_id: 'open' })
  await expect.poll(() => database.checks).toBe(1)

  const old = addPage(hub, { session_id: 'old', ends_at: Date.now() + 50 })

  await expect.poll(() => old.isEnded).toBe(true)
  expect(database.checks).toBe(1)
})

test('changes during a database outage are sent once it is back', async () => {
  const { hub, database } = startHub()
  const page = addPage(hub)
  await expect.poll(() => page.seats).toEqual([0])

  database.isAway = true
  database.event.current_attendees = 1
  hub.look(1)
  const { reads } = database
  await expect.poll(() => database.reads).toBeGreaterThan(reads + 1)
  database.isAway = false

  await expect.poll(() => page.seats).toEqual([0, 1])
})

test('changes of comments are sent at a slower pace than seats', async () => {
  const { hub, database } = startHub({ comments: never })
  const page = addPage(hub)
  await expect.poll(() => page.comments).toEqual([0])

  for (const comments of [1, 2, 3]) {
    database.event.comment_versions = { 0: comments }
    database.event.current_attendees = comments
    hub.look(1)
    await expect.poll(() => page.seats.at(-1)).toBe(comments)
  }

  expect(page.comments).toEqual([0, 1, 1, 1])
})

test('delayed comment changes are still sent', async () => {
  const { hub, database } = startHub({ comments: 50 })
  const page = addPage(hub)
  await expect.poll(() => page.comments).toEqual([0])

  for (const comments of [1, 2]) {
    database.event.comment_versions = { 0: comments }
    hub.look(1)
    await expect.poll(() => page.comments.at(-1)).toBe(comments)
  }
})
