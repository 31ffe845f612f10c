import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'
import { ask, promise, quantile } from './calls.ts'
import { type Program, startProgram } from './program.ts'
import { audit, personOf, rush } from './rush.ts'
import { newFolder, openOwnPostgres, prepare, processesOn, removeFolder, withDatabase } from './stage.ts'

/** In milliseconds: how long a call may take while the database is away, how soon it works again, and how long a stop may take. */
const longestAnswer = 8_000
const soonBack = 5_000
const longestStop = 10_000

/** The database is restarted while people apply: everybody has an answer in the end. */
export async function restartInRush(): Promise<string> {
  return withServer(800, [500], async ({ program, postgres, folder, tokens, eventIds: [eventId = 0] }) => {
    let restarting: Promise<void> = Promise.resolve()
    let restarts = 0
    const told = await rush({
      ...{ url: () => program.url, eventId, tokens, connections: 60, attempts: 200 },
      afterAnswer: (answers) => {
        if (answers % 150 !== 100 || restarts === 3) return
        restarts += 1
        restarting = restarting.then(async () => {
          await postgres.stop()
          await sleep(500)
          await postgres.start()
        })
      },
    })
    await restarting
    const held = await withDatabase(folder, (db) => audit(db, eventId, told))
    promise(held === 500, `${held} seats of 500 are taken`)
    promise(told.withoutTime === 0, `${told.withoutTime} refusals do not say when to come back`)
    return `${restarts} restarts among ${tokens.length} people: ${held} of 500 seats, answers ${JSON.stringify(told.statuses)}, slowest ${Math.round(told.slowest)} ms`
  })
}

/** The database is stopped for a while: refusals, no hanging, and everything works soon after. */
export async function stopped(seconds = 30): Promise<string> {
  return withServer(40, [40], async (stage) => {
    return away(stage, seconds, stage.postgres.stop, stage.postgres.start)
  })
}

/** The database takes connections and answers nothing, as a machine does whose disk hangs. */
export async function silent(seconds = 30): Promise<string> {
  return withServer(40, [40], async (stage) => {
    let pids: number[] = []
    const fallSilent = async () => {
      pids = processesOn(stage.folder)
      for (const pid of pids) signal(pid, 'SIGSTOP')
    }
    const speak = async () => {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
    const figures = await away(stage, seconds, fallSilent, speak)
    await fallSilent()
    const { code, milliseconds } = await stage.program.end('SIGTERM')
    await speak()
    promise(
      code === 0 && milliseconds <= longestStop,
      `a stop took ${Math.round(milliseconds)} ms, and ended with ${code}`,
    )
    return `${figures}; a stop meanwhile takes ${Math.round(milliseconds)} ms`
  })
}

interface Stage {
  program: Program
  postgres: Awaited<ReturnType<typeof openOwnPostgres>>
  folder: string
  tokens: string[]
  eventIds: number[]
}

async function withServer(people: number, seats: number[], work: (stage: Stage) => Promise<string>): Promise<string> {
  const folder = newFolder()
  try {
    const { env, tokens, eventIds } = await prepare(folder, people, seats)
    const postgres = await openOwnPostgres(folder)
    await postgres.start()
    const program = await startProgram({ ...env, DATABASE_URL: postgres.url })
    const said = await work({ program, postgres, folder, tokens, eventIds })
    const { code } = await program.end('SIGTERM')
    promise(code === 0, `a stop ended with ${code}`)
    promise(program.troubles().length === 0, `the server said: ${program.troubles().slice(0, 5).join('\n')}`)
    return said
  } finally {
    await removeFolder(folder)
  }
}

async function away(
  { program, folder, tokens, eventIds: [eventId = 0] }: Stage,
  seconds: number,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
): Promise<string> {
  const get = (path: string, token?: string) => ask(program.url + path, token === undefined ? {} : { token })
  const before = await get('/api/events/events')
  promise(before?.status === 200, `before: ${before?.status}`)
  const told = await rush({
    ...{ url: () => program.url, eventId, tokens: tokens.slice(0, 10), connections: 10, attempts: 1 },
  })

  await leave()
  const end = performance.now() + seconds * 1_000
  const times: number[] = []
  const wrong: string[] = []
  const look = async (path: string, expected: number, options: Parameters<typeof ask>[1] = {}) => {
    while (performance.now() < end) {
      const reply = await ask(program.url + path, options)
      if (reply === null || reply.status !== expected) wrong.push(`${path} ${reply?.status} ${reply?.body}`)
      else if (expected === 503 && !(reply.retryAfter !== null && reply.retryAfter <= 3))
        wrong.push(`${path} without a time`)
      if (reply !== null) times.push(reply.milliseconds)
      await sleep(200)
    }
  }
  // More at once than the pool has connections.
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => look(`/api/events/events?search=${n}`, 503)),
    ...Array.from({ length: 5 }, (_, n) => look('/api/users/profile', 503, { token: tokens[n] ?? '' })),
    ...tokens
      .slice(10, 20)
      .map((token) => look(`/api/tickets/event/${eventId}/register`, 503, { token, method: 'POST' })),
    look('/health/ready', 503),
    look('/health/live', 200),
  ])
  await comeBack()
  const back = performance.now()
  let works = 0
  while (works < 20) {
    const reply = await get(`/api/events/events?search=${works}`)
    works = reply?.status === 200 ? works + 1 : 0
    promise(performance.now() - back < 30_000, 'it does not work again')
    await sleep(20)
  }
  const again = performance.now() - back
  for (const token of tokens.slice(10, 20)) told.unsure.add(personOf(token))
  await rush({ url: () => program.url, eventId, tokens: tokens.slice(10), connections: 10, attempts: 40 }, told)
  const held = await withDatabase(folder, (db) => audit(db, eventId, told))

  const slowest = quantile(times, 1)
  const figures = `${times.length} calls in ${seconds} s, median ${quantile(times, 0.5)} ms, slowest ${slowest} ms, works again after ${Math.round(again)} ms, ${held} tickets`
  promise(wrong.length === 0, `${wrong.length} wrong answers, the first: ${wrong[0]} (${figures})`)
  promise(slowest <= longestAnswer, figures)
  promise(again <= soonBack, figures)
  promise(held === tokens.length, figures)
  return figures
}
