import { expect, test } from 'vitest'
import { contentAtRest, contentOf } from '#server/testing/attack/effects.ts'
import { allRights, type Right } from '#server/testing/attack/rights.ts'
import { badTokens } from '#server/testing/attack/tokens.ts'
import { type Actor, aboutNothing, actors, type Row, type Sent, send, sendWith } from '#server/testing/privacy/row.ts'
import { startWorld, type World } from '#server/testing/privacy/world.ts'

test('every call answers everybody as the matrix says, and whoever is refused has changed nothing', async () => {
  const world = await startWorld()
  const rights = allRights()
  const before = await contentAtRest(world)

  const refusals = await answersOtherThan(world, rights, isRefusal)

  expect(refusals).toEqual([])
  expect(await contentOf(world.db)).toEqual(before)

  // What only reads is read while everything is still there, and accounts are deleted last.
  const [reading, changing] = split(rights, ({ row }) => row.name.startsWith('GET '))
  const [deleting, others] = split(changing, ({ row }) => row.name === 'POST /api/users/deletion')
  const rest = await answersOtherThan(world, [...reading, ...others, ...deleting], (status) => !isRefusal(status))
  expect(rest).toEqual([])
})

test('an event that somebody may not see is, on every call, one that never was', async () => {
  const world = await startWorld()
  const strangers = ['visitor', 'stranger', 'applicant', 'former', 'blocked', 'rival'] as const
  const told: string[] = []

  for (const { row, answers } of allRights()) {
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

  expect(told).toEqual([])
})

test('a token that was forged, altered or ended opens nothing, on no call', async () => {
  const world = await startWorld()
  const tokens = Object.entries(await badTokens(world))
  const before = await contentAtRest(world)
  const opened: string[] = []

  for (const { row } of allRights()) {
    const sent = row.request(world)
    for (const [wrong, token] of tokens) {
      const reply = await sendWith(world, row, { authorization: `Bearer ${token}` }, sent)
      if (reply.json().code !== 'session_expired') opened.push(`${row.name} takes one that ${wrong}: ${reply.body}`)
    }
  }

  expect(opened).toEqual([])
  expect(await contentOf(world.db)).toEqual(before)
})

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

/** As the table of calls says; two organizers do not have one name. */
function sentBy(row: Row, actor: Actor, world: World): Sent {
  const sent = row.request(world)
  const body = { ...(sent.body as object) }
  if (!('organizer_name' in body)) return sent
  return { ...sent, body: { ...body, organizer_name: `${body.organizer_name} ${actor}` } }
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
