import { expect, test } from 'vitest'
import { contentAtRest, contentOf } from '#server/testing/attack/effects.ts'
import { fieldsOf } from '#server/testing/attack/fields.ts'
import { badBodies, badPlaces, badTexts, badValues, noObjects } from '#server/testing/attack/inputs.ts'
import { headersOf, type Row, requestOf, type Sent, send } from '#server/testing/privacy/row.ts'
import { addresses, calls } from '#server/testing/privacy/table.ts'
import { startWorld, type World } from '#server/testing/privacy/world.ts'

const changing = calls.filter(({ name }) => !name.startsWith('GET '))
/** Ended by success, with the account or the session: later calls would be refused for that alone. */
const ending = ['POST /api/users/deletion', 'POST /api/users/change-password', 'POST /api/users/logout']

test('no body, address, text or value fails a call; what is refused changes nothing, and what is taken can be read', async () => {
  const world = await startWorld()
  const before = await contentAtRest(world)

  expect(await bodiesTaken(world)).toEqual([])
  expect(await placesTaken(world)).toEqual([])
  expect(await contentOf(world.db)).toEqual(before)

  expect(await failuresOfQueries(world)).toEqual([])
  expect(await failuresOfFields(world)).toEqual([])
  const reading = [...addresses, ...calls.filter(({ name }) => name.startsWith('GET '))]
  expect((await Promise.all(reading.map((row) => failureOf(world, row, row.request(world))))).flat()).toEqual([])
})

async function bodiesTaken(world: World): Promise<string[]> {
  const bodies = inTurn(Object.entries(badBodies), 4)
  const taken: string[] = []
  for (const row of changing) {
    for (const [what, [type, payload, status]] of bodies()) {
      const reply = await sendRaw(world, row, type, payload)
      if (reply.statusCode !== status || !isRefusal(reply.body)) taken.push(`${row.name}, ${what}: ${reply.body}`)
    }
  }
  return taken
}

async function placesTaken(world: World): Promise<string[]> {
  const places = inTurn(badPlaces, 4)
  const taken: string[] = []
  for (const row of [...calls, ...addresses]) {
    for (const place of Object.keys({ ...row.request(world).params })) {
      for (const bad of places()) {
        const { statusCode, body } = await sendTo(world, row, place, bad)
        // Of a link to set a password one asks whether it is good.
        const isSaid = (statusCode >= 400 && statusCode < 500) || body.startsWith('{"valid":false') || body === notBuilt
        if (!isSaid) taken.push(`${row.name}, ${place} is ${bad}: ${statusCode} ${body}`)
      }
    }
  }
  return taken
}

async function failuresOfQueries(world: World): Promise<string[]> {
  const texts = inTurn(badTexts, 3)
  const failures: string[] = []
  for (const row of calls) {
    const sent = row.request(world)
    for (const key of Object.keys(row.endpoint?.schema.querystring?.shape ?? {})) {
      for (const bad of texts()) {
        failures.push(...(await failureOf(world, row, { ...sent, query: { ...sent.query, [key]: bad } })))
      }
    }
  }
  return failures
}

async function failuresOfFields(world: World): Promise<string[]> {
  const [texts, values] = [inTurn(badTexts, 2), inTurn(badValues, 1)]
  const failures: string[] = []
  for (const row of changing.filter(({ name, endpoint }) => endpoint?.schema.body && !ending.includes(name))) {
    const { file: _, ...sent } = row.request(world)
    for (const key of fieldsOf(row)) {
      for (const bad of [...texts(), ...values()]) {
        failures.push(...(await failureOf(world, row, { ...sent, body: { ...(sent.body as object), [key]: bad } })))
      }
    }
    for (const bad of noObjects) {
      const { statusCode } = await sendRaw(world, row, 'application/json', bad)
      if (statusCode >= 500) failures.push(`${row.name}: ${bad}`)
    }
  }
  return failures
}

/** One sentence where the call fails, none where it succeeds or is refused. */
async function failureOf(world: World, row: Row, sent: Sent): Promise<string[]> {
  const { statusCode } = await send(world, row, row.by, sent)
  return statusCode >= 500 ? [`${row.name}: ${statusCode} to ${JSON.stringify(sent)}`] : []
}

const isRefusal = (body: string) => {
  const { error, message, detail, code } = JSON.parse(body)
  return error === message && Boolean(detail) && /^[a-z_]+$/.test(code)
}

/** Answers the next `count` of them each time it is called, from the first again after the last: all calls together are given
 *  each of them many times. */
function inTurn<T>(all: readonly T[], count: number): () => T[] {
  let next = 0
  return () => Array.from({ length: Math.min(count, all.length) }, () => all[next++ % all.length] as T)
}

/** The answer to addresses that are no call's, where nobody has built the pages. */
const notBuilt = 'The pages are not built: npm run build.'

function sendRaw(world: World, row: Row, type: string | null, payload: string | Buffer) {
  const headers = { ...headersOf(world, row.by), ...(type === null ? {} : { 'content-type': type }) }
  return world.app.inject({ ...requestOf(row, row.request(world)), headers, payload })
}

/** With a text in the place of one of its params, as it is. */
function sendTo(world: World, row: Row, place: string, text: string) {
  const sent = row.request(world)
  const { method, url } = requestOf(row, { ...sent, params: { ...sent.params, [place]: 'here' } })
  return world.app.inject({ method, url: url.replace('here', text), headers: headersOf(world, row.by) })
}
