import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'
import {
  newFolder,
  openSeparatePostgres,
  type Product,
  postgresProcesses,
  quantile,
  removeFolder,
  startProduct,
  withDatabaseOn,
} from '../programs.ts'
import { audit, prepareFolder, rush, send, userOf } from '../rush.ts'

/** In milliseconds: the slowest response while the database is away, the slowest recovery, and the slowest stop. */
const longestAnswer = 8_000
const soonBack = 5_000
const longestStop = 10_000
const secondsAway = 30

interface Setup {
  server: Product
  postgres: Awaited<ReturnType<typeof openSeparatePostgres>>
  folder: string
  tokens: string[]
  eventId: number
}

async function withServer(
  main: string,
  [people, seats]: [people: number, seats: number],
  work: (setup: Setup) => Promise<string>,
): Promise<string> {
  const folder = newFolder()
  try {
    const { env, tokens, eventId } = await prepareFolder(folder, people, [seats])
    const postgres = await openSeparatePostgres(folder)
    await postgres.start()
    const server = await startProduct(main, { ...env, DATABASE_URL: postgres.url })
    const figures = await work({ server, postgres, folder, tokens, eventId })
    const { code } = await server.end()
    assert(code === 0, `a stop ended with ${code}`)
    assert.deepEqual(server.troubles(), [])
    return figures
  } finally {
    await removeFolder(folder)
  }
}

/** The database restarts three times while people apply: everybody gets a response in the end. */
export function databaseRestarted(main: string): Promise<string> {
  return withServer(main, [800, 500], async ({ server, postgres, folder, tokens, eventId }) => {
    let restarting: Promise<void> = Promise.resolve()
    let restarts = 0
    const afterAnswer = (answers: number) => {
      if (answers % 150 !== 100 || restarts === 3) return
      restarts += 1
      restarting = restarting.then(async () => {
        await postgres.stop()
        await sleep(500)
        await postgres.start()
      })
    }
    const url = () => server.url
    const outcome = await rush({ url, eventId, tokens, connections: 60, attempts: 200, afterAnswer })
    await restarting
    const held = await withDatabaseOn(folder, (db) => audit(db, eventId, outcome))
    assert.equal(held, 500, `${held} of 500 seats are taken`)
    assert.equal(outcome.withoutRetryAfter, 0, 'some 503 did not say when to come back')
    return `${restarts} restarts among ${tokens.length} people: ${held} of 500 seats, answers ${JSON.stringify(outcome.statuses)}, slowest ${Math.round(outcome.slowest)} ms`
  })
}

/** The database is stopped for half a minute. */
export function databaseStopped(main: string): Promise<string> {
  return withServer(main, [40, 40], (setup) => whileAway(setup, setup.postgres.stop, setup.postgres.start))
}

/** The database accepts connections and never responds, as on a machine with a hanging disk. */
export function databaseSilent(main: string): Promise<string> {
  return withServer(main, [40, 40], async (setup) => {
    let pids: number[] = []
    const pauseDatabase = async () => {
      pids = postgresProcesses(setup.folder)
      for (const pid of pids) signal(pid, 'SIGSTOP')
    }
    const resumeDatabase = async () => {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
    const figures = await whileAway(setup, pauseDatabase, resumeDatabase)
    await pauseDatabase()
    const { code, milliseconds } = await setup.server.end()
    await resumeDatabase()
    const stop = `a stop during the silence takes ${Math.round(milliseconds)} ms`
    assert(code === 0 && milliseconds <= longestStop, `${stop} and ends with ${code}`)
    return `${figures}; ${stop}`
  })
}

/** While the database is away every call that needs it gets a quick 503; soon afterwards everything works. */
async function whileAway(
  { server, folder, tokens, eventId }: Setup,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
): Promise<string> {
  const url = () => server.url
  const outcome = await rush({ url, eventId, tokens: tokens.slice(0, 10), connections: 10, attempts: 1 })

  await leave()
  const end = performance.now() + secondsAway * 1_000
  const times: number[] = []
  const wrong: string[] = []
  const repeat = async (path: string, expected: number, call: Parameters<typeof send>[1] = {}) => {
    while (performance.now() < end) {
      const reply = await send(server.url + path, call)
      const isRight = reply?.status === expected && (expected !== 503 || (reply.retryAfter ?? 99) <= 3)
      if (!isRight) wrong.push(`${path} ${reply?.status} ${reply?.body}`)
      if (reply !== null) times.push(reply.milliseconds)
      await sleep(200)
    }
  }
  const apply = `/api/tickets/event/${eventId}/register`
  // More calls at once than the pool has connections.
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => repeat(`/api/events/events?search=${n}`, 503)),
    ...Array.from({ length: 5 }, (_, n) => repeat('/api/users/profile', 503, { token: tokens[n] ?? '' })),
    ...tokens.slice(10, 20).map((token) => repeat(apply, 503, { token, method: 'POST' })),
    repeat('/health/ready', 503),
    repeat('/health/live', 200),
  ])
  await comeBack()
  const back = performance.now()
  for (let works = 0; works < 20; await sleep(20)) {
    const reply = await send(`${server.url}/api/events/events?search=${works}`)
    works = reply?.status === 200 ? works + 1 : 0
    assert(performance.now() - back < 30_000, 'it does not work again')
  }
  const again = performance.now() - back
  for (const token of tokens.slice(10, 20)) outcome.unsure.add(userOf(token))
  await rush({ url, eventId, tokens: tokens.slice(10), connections: 10, attempts: 40 }, outcome)
  const held = await withDatabaseOn(folder, (db) => audit(db, eventId, outcome))

  const slowest = quantile(times, 1)
  const figures = `${times.length} calls in ${secondsAway} s, median ${quantile(times, 0.5)} ms, slowest ${slowest} ms, works again after ${Math.round(again)} ms, ${held} tickets`
  assert(wrong.length === 0, `${wrong.length} wrong answers, the first: ${wrong[0]} (${figures})`)
  assert(slowest <= longestAnswer && again <= soonBack && held === tokens.length, figures)
  return figures
}
