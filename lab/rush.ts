/** A rush of applications, and a comparison of its responses with the database. */
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import sharp from 'sharp'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { type Database, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { addCrowd } from '#server/testing/crowd.ts'

/** Times in milliseconds, `retryAfter` in seconds. */
export interface Reply {
  status: number
  body: string
  bytes: number
  retryAfter: number | null
  milliseconds: number
}

interface Call {
  method?: string
  token?: string
  body?: string | Buffer
  type?: string
}

/** Timeout of a request, in milliseconds. */
const longestAnswer = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends one request; null without a response. */
export function send(url: string, { method = 'GET', token, body = '', type = 'application/json' }: Call = {}) {
  const began = performance.now()
  return new Promise<Reply | null>((resolve) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === '' ? {} : { 'content-type': type }),
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', () => resolve(null))
      response.on('end', () => {
        const after = response.headers['retry-after']
        const content = Buffer.concat(pieces)
        resolve({
          status: response.statusCode ?? 0,
          body: content.toString(),
          bytes: content.length,
          retryAfter: after === undefined ? null : Number(after),
          milliseconds: performance.now() - began,
        })
      })
    })
    sent.setTimeout(longestAnswer, () => sent.destroy())
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}

/** Fills a data folder with people and one event for each number of seats; no PostgreSQL runs on it afterwards. */
export async function prepareFolder(folder: string, people: number, seats: number[]) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(postgres.url)
  await prepareJobs(postgres.url)
  const { tokens, tokenSecret, addEvents, close } = await addCrowd(postgres.url, people)
  const eventIds: number[] = []
  for (const number of seats) eventIds.push(...(await addEvents(1, number)))
  await close()
  await postgres.stop()
  const [eventId = 0] = eventIds
  return { env: { DATA_DIR: folder, TOKEN_SECRET: tokenSecret }, tokens, eventId, eventIds }
}

/** The responses that people got. */
export interface Outcome {
  /** Confirmed tickets: the ticket's id by its holder's. */
  tickets: Map<number, number>
  /** People without a response, whose application may have been stored. */
  unsure: Set<number>
  /** People who were refused because the event was full. */
  full: Set<number>
  statuses: Record<number, number>
  slowest: number
  /** 503s without a Retry-After of at most three seconds. */
  withoutRetryAfter: number
  /** Refusals that the fault does not explain. */
  unexpected: string[]
}

export const noOutcome = (): Outcome => ({
  ...{ tickets: new Map(), unsure: new Set(), full: new Set(), statuses: {}, slowest: 0 },
  ...{ withoutRetryAfter: 0, unexpected: [] },
})

/** The id of the token's user. */
export const userOf = (token: string) => Number(decodeJwt(token).sub)

/** The tokens of people without a confirmed ticket. */
export const withoutTicket = ({ tickets }: Outcome, tokens: string[]) =>
  tokens.filter((token) => !tickets.has(userOf(token)))

interface Rush {
  url: () => string
  eventId: number
  tokens: string[]
  connections: number
  /** The number of attempts per person, a quarter of a second apart, after a 503 or no response. */
  attempts: number
  /** Called after each response with their number. */
  afterAnswer?: (answers: number, reply: Reply) => void
  isOver?: () => boolean
}

/** Everybody applies, and retries as a person would. Adds to `outcome`. */
export async function rush(
  { url, eventId, tokens, connections, attempts, afterAnswer, isOver }: Rush,
  outcome = noOutcome(),
): Promise<Outcome> {
  const left = tokens[Symbol.iterator]()
  let answers = 0

  async function apply(token: string) {
    const person = userOf(token)
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await sleep(250)
      const reply = await send(`${url()}/api/tickets/event/${eventId}/register`, { method: 'POST', token })
      if (reply === null) {
        outcome.unsure.add(person)
        continue
      }
      answers += 1
      afterAnswer?.(answers, reply)
      note(outcome, person, reply)
      if (!isAway(reply)) return
    }
  }

  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const token of left) {
        await apply(token)
        if (isOver?.()) return
      }
    }),
  )
  return outcome
}

/** 502 and 504 come from a load balancer. */
const isAway = ({ status }: Pick<Reply, 'status'>) => [502, 503, 504].includes(status)

export function note(outcome: Outcome, person: number, { status, body, retryAfter, milliseconds }: Reply): void {
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
  outcome.slowest = Math.max(outcome.slowest, milliseconds)
  if (isAway({ status })) {
    // The reply to the commit may have been lost.
    outcome.unsure.add(person)
    if (retryAfter === null || retryAfter > 3) outcome.withoutRetryAfter += 1
    return
  }
  if (status === 201) {
    outcome.tickets.set(person, JSON.parse(body).id)
    return
  }
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  if (code === 'event_full') outcome.full.add(person)
  else if (code !== 'already_applied' || !outcome.unsure.has(person)) outcome.unexpected.push(`${status} ${body}`)
}

/** Compares responses with rows: every confirmed ticket is stored, nobody has two, and the seat counter is exact. Returns the
 *  number of tickets. */
export async function audit(db: Database, eventId: number, { tickets, unsure, unexpected }: Outcome): Promise<number> {
  const rows = await db.many<{ id: number; user_id: number }>(sql`
    SELECT id, user_id FROM tickets WHERE event_id = ${eventId} AND status IN ('UNPAID', 'ACTIVE', 'USED')`)
  const { taken, capacity } = await db.one<{ taken: number; capacity: number }>(sql`
    SELECT taken, capacity FROM event_seats WHERE event_id = ${eventId}`)
  const held = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  const lost = [...tickets].filter(([person, ticket]) => held.get(person) !== ticket)
  const unexplained = [...held.keys()].filter((person) => !tickets.has(person) && !unsure.has(person))

  assert(lost.length === 0, `${lost.length} of ${tickets.size} answered tickets are lost`)
  assert(held.size === rows.length, `${rows.length - held.size} people have two tickets`)
  assert(unexplained.length === 0, `${unexplained.length} tickets were answered to nobody`)
  assert(taken === rows.length && taken <= capacity, `the counter says ${taken}, ${rows.length} are held`)
  assert(unexpected.length === 0, `unexpected answers: ${unexpected.slice(0, 3).join(', ')}`)
  return rows.length
}

/** A PNG in one colour. */
export const plainPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

/** A multipart form with a profile picture. */
export function pictureForm(content: Buffer) {
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="profile_picture"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Uploads a profile picture; returns its path and its size as served, or null after a 503 or no response. */
export async function uploadPicture(url: string, token: string, content: Buffer) {
  const path = `${url}/api/users/${userOf(token)}/upload/profile-picture/`
  const reply = await send(path, { method: 'POST', token, ...pictureForm(content) })
  if (reply === null || reply.status === 503) return null
  assert(reply.status === 200, `an upload was answered ${reply.status} ${reply.body}`)
  const { file_url } = JSON.parse(reply.body) as { file_url: string }
  const file = await send(url + file_url)
  return file === null ? null : { path: file_url, bytes: file.bytes }
}
