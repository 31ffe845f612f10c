import { expect, test } from 'vitest'
import { badBodies, badPlaces, badTexts, badValues, fieldsOf, noObjects } from '#server/testing/callers/bad-inputs.ts'
import { contentAtRest, contentOf } from '#server/testing/callers/database-content.ts'
import { type Fixture, startFixture } from '#server/testing/callers/fixture.ts'
import { headersOf, type Row, requestOf, type Sent, send } from '#server/testing/callers/row.ts'
import { addresses, calls } from '#server/testing/callers/table.ts'

const changing = calls.filter(({ name }) => !name.startsWith('GET '))
/** Calls whose success ends the account or the session, so that all later calls would be refused. */
const ending = ['POST /api/users/deletion', 'POST /api/users/change-password', 'POST /api/users/logout']

test('no input makes a call fail, and refused input changes nothing', async () => {
  const fixture = await startFixture()
  const before = await contentAtRest(fixture)

  expect(await bodiesTaken(fixture)).toEqual([])
  expect(await placesTaken(fixture)).toEqual([])
  expect(await contentOf(fixture.db)).toEqual(before)

  expect(await failuresOfQueries(fixture)).toEqual([])
  expect(await failuresOfFields(fixture)).toEqual([])
  const failures: string[] = []
  // In turn: readiness fails if it has to wait for many others.
  for (const row of [...addresses, ...calls.filter(({ name }) => name.startsWith('GET '))]) {
    failures.push(...(await failureOf(fixture, row, row.request(fixture))))
  }
  expect(failures).toEqual([])
}, 300_000)

async function bodiesTaken(fixture: Fixture): Promise<string[]> {
  const bodies = inTurn(Object.entries(badBodies), 4)
  const taken: string[] = []
  for (const row of changing) {
    for (const [what, [type, payload, status]] of bodies()) {
      const reply = await sendRaw(fixture, row, type, payload)
      if (reply.statusCode !== status || !isRefusal(reply.body)) taken.push(`${row.name}, ${what}: ${reply.body}`)
    }
  }
  return taken
}

async function placesTaken(fixture: Fixture): Promise<string[]> {
  const places = inTurn(badPlaces, 4)
  const taken: string[] = []
  for (const row of [...calls, ...addresses]) {
    for (const place of Object.keys({ ...row.request(fixture).params })) {
      for (const bad of places()) {
        const { statusCode, body } = await sendTo(fixture, row, place, bad)
        // A link to set a password is checked with its own call.
        const isAnswered =
          (statusCode >= 400 && statusCode < 500) || body.startsWith('{"valid":false') || body === notBuilt
        if (!isAnswered) taken.push(`${row.name}, ${place} is ${bad}: ${statusCode} ${body}`)
      }
    }
  }
  return taken
}

async function failuresOfQueries(fixture: Fixture): Promise<string[]> {
  const texts = inTurn(badTexts, 3)
  const failures: string[] = []
  for (const row of calls) {
    const sent = row.request(fixture)
    for (const key of Object.keys(row.endpoint?.schema.querystring?.shape ?? {})) {
      for (const bad of texts()) {
        failures.push(...(await failureOf(fixture, row, { ...sent, query: { ...sent.query, [key]: bad } })))
      }
    }
  }
  return failures
}

async function failuresOfFields(fixture: Fixture): Promise<string[]> {
  const [texts, values] = [inTurn(badTexts, 2), inTurn(badValues, 1)]
  const failures: string[] = []
  for (const row of changing.filter(({ name, endpoint }) => endpoint?.schema.body && !ending.includes(name))) {
    const { file: _, ...sent } = row.request(fixture)
    for (const key of fieldsOf(row)) {
      for (const bad of [...texts(), ...values()]) {
        failures.push(...(await failureOf(fixture, row, { ...sent, body: { ...(sent.body as object), [key]: bad } })))
      }
    }
    for (const bad of noObjects) {
      const { statusCode } = await sendRaw(fixture, row, 'application/json', bad)
      if (statusCode >= 500) failures.push(`${row.name}: ${bad}`)
    }
  }
  return failures
}

/** A sentence if the call fails; nothing if it succeeds or is refused. */
async function failureOf(fixture: Fixture, row: Row, sent: Sent): Promise<string[]> {
  const { statusCode } = await send(fixture, row, row.by, sent)
  return statusCode >= 500 ? [`${row.name}: ${statusCode} to ${JSON.stringify(sent)}`] : []
}

const isRefusal = (body: string) => {
  const { error, message, detail, code } = JSON.parse(body)
  return error === message && Boolean(detail) && /^[a-z_]+$/.test(code)
}

/** Returns the next `count` items at each call, round-robin, so that all calls together use each of them many times. */
function inTurn<T>(all: readonly T[], count: number): () => T[] {
  let next = 0
  return () => Array.from({ length: Math.min(count, all.length) }, () => all[next++ % all.length] as T)
}

/** The response to other addresses, without built pages. */
const notBuilt = 'The pages are not built: npm run build.'

function sendRaw(fixture: Fixture, row: Row, type: string | null, payload: string | Buffer) {
  const headers = { ...headersOf(fixture, row.by), ...(type === null ? {} : { 'content-type': type }) }
  return fixture.app.inject({ ...requestOf(row, row.request(fixture)), headers, payload })
}

/** Makes the call with a raw text instead of one of its params. */
function sendTo(fixture: Fixture, row: Row, place: string, text: string) {
  const sent = row.request(fixture)
  const { method, url } = requestOf(row, { ...sent, params: { ...sent.params, [place]: 'here' } })
  return fixture.app.inject({ method, url: url.replace('here', text), headers: headersOf(fixture, row.by) })
}
