import { expect, test } from 'vitest'
import { contentAtRest, contentOf, textOfAll } from '#server/testing/attack/effects.ts'
import { marksOfMore, withMore } from '#server/testing/attack/fields.ts'
import { allRights, type Right } from '#server/testing/attack/rights.ts'
import { badTokens } from '#server/testing/attack/tokens.ts'
import { type Actor, aboutNothing, actors, type Row, type Sent, send, sendWith } from '#server/testing/privacy/row.ts'
import { startWorld, type World } from '#server/testing/privacy/world.ts'

test('every call answers everybody as the matrix says; whoever is refused has changed nothing', async () => {
  const world = await startWorld()
  const tokens = await badTokens(world)
  const rights = allRights()
  const before = await contentAtRest(world)

  expect(await answersOtherThan(world, rights, isRefusal)).toEqual([])
  expect(await hiddenTold(world, rights)).toEqual([])
  expect(await tokensTaken(world, rights, tokens)).toEqual([])
  expect(await contentOf(world.db)).toEqual(before)

  // What only reads is read while everything is still there, and accounts are deleted last.
  const [reading, changing] = split(rights, ({ row }) => row.name.startsWith('GET '))
  const [deleting, others] = split(changing, ({ row }) => row.name === 'POST /api/users/deletion')
  const rest = await answersOtherThan(world, [...reading, ...others, ...deleting], (status) => !isRefusal(status))
  expect(rest).toEqual([])
  // What else was sent along with the calls is stored nowhere, and makes nobody more than they are.
  const stored = await textOfAll(world.db)
  expect(stored).toContain('Club stranger')
  expect(stored).not.toMatch(marksOfMore)
  expect((await world.db.pool.query('SELECT FROM organizers WHERE is_verified')).rowCount).toBe(0)
})

/** An event that somebody may not see is, to the letter, one that never was. */
async function hiddenTold(world: World, rights: Right[]): Promise<string[]> {
  const strangers = ['visitor', 'stranger', 'applicant', 'former', 'blocked', 'rival'] as const
  const told: string[] = []
  for (const { row, answers } of rights) {
    const sent = row.request(world)
    if (!('eventId' in { ...sent.params })) continue
    const hidden = { ...sent, params: { ...sent.params, eventId: world.unlisted } }
    for (const actor of strangers) {
      if (answers[actor] === 401) continue
      const reply = await send(world, row, actor, hidden)
      const nothing = await send(world, row, actor, aboutNothing(sent))
      if (reply.statusCode !== 404 || reply.body !== nothing.body) told.push(`${row.name} tells ${actor} ${reply.body}`)
    }
  }
  return told
}

async function tokensTaken(world: World, rights: Right[], tokens: Record<string, string>): Promise<string[]> {
  const taken: string[] = []
  for (const { row } of rights) {
    const sent = row.request(world)
    for (const [wrong, token] of Object.entries(tokens)) {
      const reply = await sendWith(world, row, { authorization: `Bearer ${token}` }, sent)
      if (reply.json().code !== 'session_expired') taken.push(`${row.name} takes one that ${wrong}: ${reply.body}`)
    }
  }
  return taken
}

/** A conflict comes of what others have done before. */
const isRefusal = (status: number) => status >= 400 && status !== 409

/** Makes the calls as everybody whose status is such, and answers one sentence for each answer that is another one. */
async function answersOtherThan(world: World, rights: Right[], isMade: (status: number) => boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const { row, answers } of rights) {
    for (const actor of ordered(row, answers)) {
      const status = answers[actor]
      if (!isMade(status)) continue
      const { statusCode, body } = await send(world, row, actor, sentBy(row, actor, world))
      if (statusCode !== status) wrong.push(`${row.name} answers ${actor} ${statusCode}, not ${status}: ${body}`)
    }
  }
  return wrong
}

/** Whoever makes it with success comes behind the others, because what is deleted is there until then, and whoever comes too
 *  late behind them. */
function ordered({ by }: Row, answers: Right['answers']): Actor[] {
  const [late, others] = split(
    actors.filter((actor) => actor !== by),
    (actor) => answers[actor] === 409,
  )
  return [...others, by, ...late]
}

/** As the table of calls says; two organizers do not have one name. Whoever succeeds sends more than they are asked for. */
function sentBy(row: Row, actor: Actor, world: World): Sent {
  const sent = row.request(world)
  const body = { ...(sent.body as object) }
  if ('organizer_name' in body) return withMore(row, { ...sent, body: { ...body, organizer_name: `Club ${actor}` } })
  return actor === row.by && !row.name.startsWith('GET ') ? withMore(row, sent) : sent
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
