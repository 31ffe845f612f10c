import { expect, test } from 'vitest'
import { toggleLike } from '#contract/engagement/engagement.schemas.ts'
import { countVisit } from '#contract/events/events.ts'
import { marksOfMore, withMore } from '#server/testing/callers/bad-inputs.ts'
import { badTokens } from '#server/testing/callers/bad-tokens.ts'
import { contentAtRest, contentOf, textOfAll } from '#server/testing/callers/database-content.ts'
import { type Fixture, startFixture } from '#server/testing/callers/fixture.ts'
import {
  type Actor,
  aboutNothing,
  actors,
  allowed,
  type Row,
  type Sent,
  send,
  sendWith,
  team,
} from '#server/testing/callers/row.ts'
import { calls, rowFor } from '#server/testing/callers/table.ts'

/** A status; for calls that are not in the table, any refusal or any non-failure; for the team see `allowed`. */
type Expected = number | 'refused' | 'any' | { not: number }

/** A call with its response for each actor. */
interface Right {
  row: Row
  answers: Record<Actor, Expected>
}

/** Only calls whose name contains this, if it is set: a new call is checked in a few seconds. */
const only = process.env.RIGHTS_OF ?? ''

/** Every call that depends on the session. Calls with their own proof (`access: 'anyone'`) respond to everybody alike. */
function allRights(): Right[] {
  const rights = calls.filter(({ endpoint, others }) => endpoint?.config.access !== 'anyone' && others !== null)
  const missing = calls.filter(
    ({ endpoint }) => endpoint?.config.access !== 'anyone' && !rights.some((row) => row.endpoint === endpoint),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  const chosen = rights.filter(({ name }) => name.includes(only))
  expect(chosen).not.toEqual([])
  return chosen.map((row) => ({ row, answers: answersOf(row) }))
}

function answersOf({ name, endpoint, by, status, others }: Row): Record<Actor, Expected> {
  const { access } = endpoint?.config ?? {}
  const byDefault = name.startsWith('GET ') && access === 'visitor' ? 'any' : 'refused'
  const of = (actor: Actor): Expected => {
    if (actor === by) return status ?? 'any'
    if (access === 'signed-in' && (actor === 'visitor' || actor === 'helper')) return 401
    if (typeof others !== 'object') return others ?? byDefault
    const answer = others?.[actor] ?? others?.others ?? byDefault
    return answer === allowed ? { not: others?.others ?? 403 } : answer
  }
  return Object.fromEntries(actors.map((actor) => [actor, of(actor)])) as Record<Actor, Expected>
}

test('every call responds to every role as the table says, and refusals change nothing', async () => {
  const fixture = await startFixture()
  const tokens = await badTokens(fixture)
  const rights = allRights()
  const before = await contentAtRest(fixture)

  expect(await answersOtherThan(fixture, rights, isRefused)).toEqual([])
  expect(await tokensTaken(fixture, rights, tokens)).toEqual([])
  expect(await hiddenRevealed(fixture, rights)).toEqual([])
  expect(await contentOf(fixture.db)).toEqual(before)
  const byDefault = rowFor('toggleLike', toggleLike)
  const undescribed = await answersOtherThan(fixture, [{ row: byDefault, answers: answersOf(byDefault) }], isRefused)
  expect(undescribed).toContainEqual(expect.stringContaining('answers stranger 200, not refused'))

  // Reads come first, while everything exists, and account deletions last.
  const [reading, changing] = split(rights, ({ row }) => row.name.startsWith('GET '))
  const [deleting, others] = split(changing, ({ row }) => row.name === 'POST /api/users/deletion')
  const rest = await answersOtherThan(fixture, [...reading, ...others, ...deleting], (expected) => !isRefused(expected))
  expect(rest).toEqual([])
  // Extra fields sent with the calls are stored nowhere and give nobody more rights.
  const stored = await textOfAll(fixture.db)
  expect(stored).toMatch(/Club (of )?\w+/)
  expect(stored).not.toMatch(marksOfMore)
  expect((await fixture.db.pool.query('SELECT FROM organizers WHERE is_verified')).rowCount).toBe(0)
}, 300_000)

/** A call that responds alike to every event, even a missing one. */
const alikeForAll = `${countVisit.method} ${countVisit.url}`

/** The response for an event that the actor may not see is identical to that for a missing one. */
async function hiddenRevealed(fixture: Fixture, rights: Right[]): Promise<string[]> {
  const strangers = ['visitor', 'stranger', 'applicant', 'former', 'blocked', 'rival', ...team] as const
  const leaks: string[] = []
  for (const { row, answers } of rights) {
    const sent = row.request(fixture)
    if (!('eventId' in { ...sent.params })) continue
    const hidden = { ...sent, params: { ...sent.params, eventId: fixture.unlisted } }
    const nothing = await send(fixture, row, 'stranger', aboutNothing(sent))
    for (const actor of strangers) {
      if (answers[actor] === 401) continue
      const reply = await send(fixture, row, actor, hidden)
      const status = row.name === alikeForAll ? row.status : 404
      if (reply.statusCode !== status || nothing.statusCode !== status || reply.body !== nothing.body)
        leaks.push(`${row.name} tells ${actor} ${reply.body}`)
    }
  }
  return leaks
}

async function tokensTaken(fixture: Fixture, rights: Right[], tokens: Record<string, string>): Promise<string[]> {
  const taken: string[] = []
  for (const { row } of rights) {
    const sent = row.request(fixture)
    for (const [wrong, token] of Object.entries(tokens)) {
      const reply = await sendWith(fixture, row, { authorization: `Bearer ${token}` }, sent)
      if (reply.json().code !== 'session_expired') taken.push(`${row.name} takes one that ${wrong}: ${reply.body}`)
    }
  }
  return taken
}

/** A conflict results from earlier calls of others. */
const isRefused = (expected: Expected) => expected === 'refused' || (Number(expected) >= 400 && expected !== 409)

const isLate = (expected: Expected) => expected === 409 || typeof expected === 'object'

function fits(expected: Expected, status: number): boolean {
  if (expected === 'any') return status < 500
  if (typeof expected === 'object') return status < 500 && ![401, 403, expected.not].includes(status)
  return expected === 'refused' ? status >= 400 && status < 500 : status === expected
}

/** Makes the calls as every actor with such an expectation; returns a sentence for each unexpected response. */
async function answersOtherThan(
  fixture: Fixture,
  rights: Right[],
  isMade: (expected: Expected) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const { row, answers } of rights) {
    for (const actor of ordered(row, answers)) {
      const expected = answers[actor]
      if (!isMade(expected)) continue
      const { statusCode, body } = await send(fixture, row, actor, sentBy(row, actor, fixture))
      if (fits(expected, statusCode)) continue
      const hint = row.status === null ? ' (server/testing/callers/table.ts says who may call it)' : ''
      wrong.push(
        `${row.name} answers ${actor} ${statusCode}, not ${typeof expected === 'object' ? allowed : expected}${hint}: ${body}`,
      )
    }
  }
  return wrong
}

/** The actor who succeeds comes after the others, because deleted things must exist until then; those who are too late come last. */
function ordered({ by }: Row, answers: Right['answers']): Actor[] {
  const [late, others] = split(
    actors.filter((actor) => actor !== by),
    (actor) => isLate(answers[actor]),
  )
  return [...others, by, ...late]
}

/** From the table; organizer names differ. The actor who succeeds also sends extra fields. */
function sentBy(row: Row, actor: Actor, fixture: Fixture): Sent {
  const sent = row.request(fixture)
  const body = { ...(sent.body as object) }
  if ('organizer_name' in body) return withMore(row, { ...sent, body: { ...body, organizer_name: `Club ${actor}` } })
  return actor === row.by && !row.name.startsWith('GET ') ? withMore(row, sent) : sent
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
