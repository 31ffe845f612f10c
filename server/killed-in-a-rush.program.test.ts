import { decodeJwt } from 'jose'
import { expect, test, vi } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { signal } from '#server/lib/postgres/processes.ts'
import { addCrowd } from './testing/crowd.ts'
import { ask, exitCode, run, runningPostgres, usedFolder } from './testing/program.ts'

// The whole program starts three times, on a database that flushes every commit.
vi.setConfig({ testTimeout: 120_000 })

const people = 400
const seats = 300
const connections = 50
/** Responses before the server is killed. */
const answersBefore = 80

test('a server killed during a rush loses no confirmed ticket and no seat', async () => {
  const folder = usedFolder()
  const { tokens, tokenSecret, eventId } = await prepare(folder)
  const env = { DATA_DIR: folder, TOKEN_SECRET: tokenSecret, SAMPLE_DATA: 'false', RATE_LIMIT_SCALE: '0' }
  const answered = new Map<string, Ticket>()
  /** People who got no response to their application. */
  const unsure = new Set<string>()

  for (const withItsDatabase of [false, true]) {
    const program = run(env)
    const waiting = tokens.filter((token) => !answered.has(token))
    const applications = await rush(await program.address, eventId, waiting, (answers) => {
      if (answers !== answersBefore) return
      program.process.kill('SIGKILL')
      if (withItsDatabase) signal(runningPostgres(folder) ?? 0, 'SIGKILL')
    })
    await exitCode(program)

    expect(applications.length).toBeLessThan(waiting.length)
    for (const { token, code, ticket } of applications) {
      if (ticket !== null) answered.set(token, ticket)
      else if (code === null) unsure.add(token)
      else expect([code, unsure.has(token)]).toEqual(['already_applied', true])
    }
  }

  const program = run(env)
  const address = await program.address
  const held = await ticketsOf(address, tokens)
  for (const [token, ticket] of answered) expect(held.get(token)).toEqual([ticket])
  for (const [token, tickets] of held) {
    expect(tickets.length).toBeLessThanOrEqual(answered.has(token) || unsure.has(token) ? 1 : 0)
  }
  expect(await seatsTaken(address, eventId)).toBe([...held.values()].flat().length)

  const again = await rush(address, eventId, tokens)
  const refusedWith = (code: string) => again.filter((one) => one.code === code).map(({ token }) => token)
  const holders = tokens.filter((token) => held.get(token)?.length === 1)
  expect(refusedWith('already_applied').sort()).toEqual(holders.sort())
  expect(again.filter(({ ticket }) => ticket !== null)).toHaveLength(seats - holders.length)
  expect(refusedWith('event_full')).toHaveLength(people - seats)
  expect([...(await ticketsOf(address, tokens)).values()].flat()).toHaveLength(seats)
  expect(await seatsTaken(address, eventId)).toBe(seats)

  program.process.kill('SIGTERM')
  expect(await exitCode(program)).toBe(0)
})

/** A data folder with signed-in people and an event with fewer seats. */
async function prepare(folder: string) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { tokens, tokenSecret, addEvents, close } = await addCrowd(postgres.url, people)
  const [eventId = 0] = await addEvents(1, seats)
  await close()
  await postgres.stop()
  return { tokens, tokenSecret, eventId }
}

/** A person's ticket, or the code of the refusal; neither if there was no response. */
interface Application {
  token: string
  ticket: Ticket | null
  code: string | null
}

/** Everybody applies once, over many connections; a missing response ends the connection's turn. */
async function rush(
  address: string | null,
  eventId: number,
  tokens: string[],
  afterAnswer: (answers: number) => void = () => {},
): Promise<Application[]> {
  const applications: Application[] = []
  const line = tokens[Symbol.iterator]()
  let answers = 0
  const stand = async () => {
    for (const token of line) {
      const application: Application = { token, ticket: null, code: null }
      applications.push(application)
      try {
        const reply = await ask(`${address}/api/tickets/event/${eventId}/register`, token, 'POST')
        const body = await reply.json()
        if (reply.status === 201) application.ticket = body
        else application.code = body.code
      } catch {
        return
      }
      answers += 1
      afterAnswer(answers)
    }
  }
  await Promise.all(Array.from({ length: connections }, stand))
  return applications
}

async function ticketsOf(address: string | null, tokens: string[]): Promise<Map<string, Ticket[]>> {
  const held = tokens.map(async (token): Promise<[string, Ticket[]]> => {
    const reply = await ask(`${address}/api/tickets/user/${decodeJwt(token).sub}`, token)
    return [token, await reply.json()]
  })
  return new Map(await Promise.all(held))
}

async function seatsTaken(address: string | null, eventId: number): Promise<number> {
  const reply = await fetch(`${address}/api/events/${eventId}`)
  return (await reply.json()).current_attendees
}
