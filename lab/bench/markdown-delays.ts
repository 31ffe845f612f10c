import { readFileSync } from 'node:fs'
import { createEvent } from '#contract/events/own-events.ts'

import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { eventDraft } from '#server/testing/event-draft.ts'
import { child } from './child.ts'

/** The effect of publishing a text on other calls, in milliseconds. */
export interface Delay {
  /** The HTTP status of publishing. */
  answer: number
  /** CPU time of the thread that answers calls: the text can hold up others for no longer. Null where the system
   *  does not report it (Linux does). */
  held: number | null
  /** The longest time of another call meanwhile. Other work of the machine adds to it. */
  delay: number
}

/** The number of rounds: a pause of the machine affects one round, a slow text affects all. */
const rounds = 3

/** Publishes each text on a server of its own in `dataDir`, while another call is repeated all the time. */
export async function measureDelays(dataDir: string, texts: Record<string, string>): Promise<Record<string, Delay>> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    await prepareJobs(postgres.url)
    const server = await child('rush-server.ts', {
      DATABASE_URL: postgres.url,
      TOKEN_SECRET: 'a secret of the bench, long enough for it',
      DATA_DIR: dataDir,
      RATE_LIMIT_SCALE: '0',
    })
    const { port, pid } = server.ready as { port: number; pid: number }
    try {
      return await measure(`http://127.0.0.1:${port}`, pid, texts)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function measure(origin: string, pid: number, texts: Record<string, string>) {
  const token = await addOrganizer(origin)
  const publish = async (detailed_description: string) => {
    const draft = eventDraft(new Date(), { detailed_description })
    const reply = await post(origin, createEvent.url, draft, token)
    await reply.arrayBuffer()
    return reply.status
  }
  for (let round = 0; round < 20; round++) await publish('*Hello*')

  const delays: Record<string, Delay> = {}
  for (const [name, text] of Object.entries(texts)) {
    const alone: (number | null)[] = []
    const beside: number[] = []
    let answer = 0
    for (let round = 0; round < rounds; round++) {
      const before = mainThreadCpu(pid)
      answer = await publish(text)
      const after = mainThreadCpu(pid)
      alone.push(before === null || after === null ? null : after - before)
      beside.push(await longestBeside(origin, publish(text)))
    }
    const held = alone.includes(null) ? null : Math.min(...(alone as number[]))
    delays[name] = { answer, held, delay: Math.min(...beside) }
  }
  return delays
}

async function longestBeside(origin: string, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const sent = performance.now()
    await (await fetch(`${origin}/health/live`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - sent)
  }
  await done
  return longest
}

/** CPU time of the first thread of a process, in milliseconds. */
function mainThreadCpu(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

async function addOrganizer(origin: string): Promise<string> {
  const account = { username: 'organizer', password: 'the password of somebody' }
  await post(origin, '/api/users/register', {
    ...account,
    password2: account.password,
    email: 'organizer@example.com',
    first_name: 'Malee',
    last_name: 'Srisuk',
    phone_number: '0812345678',
    birth_date: '1990-05-15',
  })
  const reply = await post(origin, '/api/users/login', account)
  const { access_token } = (await reply.json()) as { access_token: string }
  const application = { organizer_name: 'Organizer', email: 'organizer@example.com', organization_type: 'COMPANY' }
  await post(origin, '/api/organizers/apply-organizer', application, access_token)
  return access_token
}

function post(origin: string, url: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  return fetch(origin + url, { method: 'POST', headers, body: JSON.stringify(body) })
}
