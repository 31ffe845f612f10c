import { prepareJobs } from '#server/lib/jobs/jobs.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { eventDraft } from '#server/testing/event-draft.ts'
import { child } from './child.ts'

/** Milliseconds: `calm` is the longest that the other call took before the text came, `delay` while it was dealt with. */
interface Delay {
  answer: number
  calm: number
  delay: number
}

const calls = 40

/** Publishes each text on a product of its own in `dataDir`, while another call is made over and over. */
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
    const { port } = server.ready as { port: number }
    try {
      return await measure(`http://127.0.0.1:${port}`, texts)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function measure(origin: string, texts: Record<string, string>) {
  const token = await addOrganizer(origin)
  const other = async () => {
    const sent = performance.now()
    await (await fetch(`${origin}/health/live`)).arrayBuffer()
    return performance.now() - sent
  }
  const publish = async (text: string) => {
    const reply = await post(
      origin,
      '/api/events/create-event',
      eventDraft(new Date(), { detailed_description: text }),
      token,
    )
    await reply.arrayBuffer()
    return reply.status
  }
  for (let round = 0; round < 5; round++) await publish('*Hello*')

  const delays: Record<string, Delay> = {}
  for (const [name, text] of Object.entries(texts)) {
    const calm = await longest(other, calls)
    let answer = 0
    const publishing = publish(text).then((status) => {
      answer = status
    })
    let delay = 0
    while (answer === 0) delay = Math.max(delay, await other())
    await publishing
    delays[name] = { answer, calm, delay }
  }
  return delays
}

async function longest(work: () => Promise<number>, times: number): Promise<number> {
  let most = 0
  for (let time = 0; time < times; time++) most = Math.max(most, await work())
  return most
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
