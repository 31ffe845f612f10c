/**
 * Measures the cost of hostile texts: publishing each of them, and with `--views` showing an event with the text in both of its
 * fields. `--fuzz SECONDS` searches for slow texts, starting from a `--seed`.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { eventLimits } from '#contract/events/event-fields.ts'
import { createEvent } from '#contract/events/own-events.ts'
import { markdownProblem } from '#contract/markdown.ts'
import { render } from '#server/lib/markdown/rendering.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { hostileTexts } from '#server/testing/markdown/hostile-markdown.ts'
import { markdownTexts } from '#server/testing/markdown/markdown-texts.ts'
import { problemIn } from '#server/testing/markdown/strict-html.ts'
import {
  buildProduct,
  newFolder,
  openPostgres,
  quantile,
  removeFolder,
  startProduct,
  startRushServer,
} from '../programs.ts'

/** Milliseconds: the CPU time that a text may take to render, and the time that another call may be delayed. */
const longestRendering = 200
const longestDelay = 50

/** Several rounds, because a pause of the machine affects one round, but a slow text affects all. */
const rounds = 3

/** Views of each event. */
const views = 10

const { values } = parseArgs({
  options: { fuzz: { type: 'string' }, seed: { type: 'string' }, views: { type: 'boolean' } },
})
warmUp()
if (values.views) await measureViews()
else if (values.fuzz === undefined) await measureHostile()
else fuzz(Number(values.fuzz) * 1_000, Number(values.seed ?? Date.now() % 1_000_000))

/** Warms up the renderer in this thread. */
function warmUp() {
  for (const text of Object.values(hostileTexts))
    if (markdownProblem(text) === null) render(text.slice(0, 4_000), 'about')
}

async function measureHostile() {
  const delays = await measureDelays(hostileTexts)
  for (const [name, text] of Object.entries(hostileTexts)) tell(name, text, delays[name] as Delay)
}

function tell(name: string, text: string, { answer, held, delay }: Delay) {
  const isTaken = markdownProblem(text) === null
  const cpu = isTaken ? bestCpuOf(() => render(text, 'about')) : 0
  const figure = (milliseconds: number) => `${milliseconds.toFixed(0).padStart(5)} ms`
  console.info(
    `${name.padEnd(44)} ${isTaken ? 'accepted' : 'refused '} (${answer}), rendering ${figure(cpu)} of CPU, ` +
      `answering thread held ${held === null ? 'unknown' : figure(held)}, another call at most ${figure(delay)}`,
  )
  if (answer !== (isTaken ? 201 : 422)) wrong(`the API answered ${answer}`)
  if (cpu > longestRendering) wrong('rendering takes too long')
  if ((held ?? delay) > longestDelay) wrong('others wait too long')
}

function fuzz(budget: number, seed: number) {
  const until = performance.now() + budget
  console.info(`Seed ${seed}, for ${budget / 1_000} s`)
  let slowest = 0
  let taken = 0
  for (let round = 0; performance.now() < until; round++) {
    const [text = ''] = fc.sample(markdownTexts(eventLimits.markdown), { seed: seed + round, numRuns: 1 })
    const check = bestCpuOf(() => markdownProblem(text))
    if (check > longestDelay) wrong(`checking takes ${check.toFixed(0)} ms (seed ${seed + round})`)
    if (markdownProblem(text) !== null) continue
    taken += 1
    let html = ''
    let cpu = cpuOf(() => {
      html = render(text, 'about')
    })
    if (cpu > slowest)
      cpu = Math.min(
        cpu,
        bestCpuOf(() => render(text, 'about')),
      )
    const problem = problemIn(html)
    if (problem !== '') wrong(`${problem} (seed ${seed + round})`)
    if (cpu <= slowest) continue
    slowest = cpu
    console.info(`${cpu.toFixed(0).padStart(5)} ms CPU, seed ${seed + round}: ${JSON.stringify(text.slice(0, 100))}`)
    if (cpu > longestRendering) wrong('that is too long')
  }
  console.info(`${taken} texts rendered, the slowest in ${slowest.toFixed(0)} ms`)
}

/** The CPU time of this process for `work`, in milliseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function bestCpuOf(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => cpuOf(work)))
}

function wrong(what: string) {
  console.error(`  WRONG: ${what}`)
  process.exitCode = 1
}

/** The effect of publishing a text on other calls, in milliseconds. */
interface Delay {
  /** The HTTP status of publishing. */
  answer: number
  /** CPU time of the main thread, the longest that the text can delay other calls. Null if the system does not report it (Linux
   *  does). */
  held: number | null
  /** The longest response time of other calls during publishing. Other work of the machine adds to it. */
  delay: number
}

/** Publishes each text on a new server while another call is repeated. */
async function measureDelays(texts: Record<string, string>): Promise<Record<string, Delay>> {
  const postgres = await openPostgres()
  try {
    const server = await startRushServer({
      DATABASE_URL: postgres.url,
      TOKEN_SECRET: 'a secret of the bench, long enough for it',
      DATA_DIR: postgres.dataDir,
      RATE_LIMIT_SCALE: '0',
    })
    const { port, pid } = server.ready as { port: number; pid: number }
    try {
      return await measure(`http://127.0.0.1:${port}`, pid, texts)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.close()
  }
}

/** Prints how long another call waits while a page with each text is rendered. Every view has its own URL, so that no response
 *  is shared. */
async function measureViews() {
  const dataDir = newFolder()
  const { url: origin, pid, end } = await startProduct(await buildProduct(), { DATA_DIR: dataDir, PORT: '0' })
  try {
    const token = await addOrganizer(origin)
    const view = async (event: number, round: number) => {
      const page = await fetch(`${origin}/events/${event}?view=${round}`)
      return (await page.text()).length
    }
    const publish = async (text: string) => {
      const texts = { detailed_description: text, terms_and_conditions: text }
      const reply = await post(origin, createEvent.url, eventFields(new Date(), texts), token)
      const { id } = (await reply.json()) as { id: number }
      return reply.status === 201 ? id : null
    }
    const texts = { 'an ordinary text': 'Bring *your laptop*.', ...hostileTexts }
    for (const [name, text] of Object.entries(texts)) {
      // The longest part of the text that can be saved.
      let { length } = text
      let id = await publish(text)
      for (; id === null; id = await publish(text.slice(0, length))) length = Math.floor(length * 0.8)
      const size = await view(id, 0)
      const held: number[] = []
      const delays: number[] = []
      for (let round = 1; round <= views; round++) {
        const before = mainThreadCpu(pid)
        await view(id, -round)
        held.push((mainThreadCpu(pid) ?? 0) - (before ?? 0))
        delays.push(await longestBeside(origin, view(id, round)))
      }
      const [longestHeld, longest] = [Math.max(...held), Math.max(...delays)]
      console.info(
        `${name.padEnd(44)} ${(size / 1_000).toFixed(0).padStart(5)} kB, answering thread held at most ` +
          `${longestHeld.toFixed(0).padStart(3)} ms, another call ${quantile(delays, 0.5)} ms, at most ${longest.toFixed(0)}`,
      )
      if ((longestHeld || longest) > longestDelay) wrong('others wait too long')
    }
  } finally {
    await end()
    await removeFolder(dataDir)
  }
}

async function measure(origin: string, pid: number, texts: Record<string, string>) {
  const token = await addOrganizer(origin)
  const publish = async (detailed_description: string) => {
    const fields = eventFields(new Date(), { detailed_description })
    const reply = await post(origin, createEvent.url, fields, token)
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
