import { strict as assert } from 'node:assert'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'
import { runningPostgres, startProgram } from '#server/testing/programs/start-program.ts'
import { newFolder, quantile, removeFolder, startProduct, withDatabaseOn } from '../programs.ts'
import { audit, noOutcome, note, prepareFolder, rush, send, userOf, withoutTicket } from '../rush.ts'

/** In milliseconds. */
const longestStart = 10_000
const longestStop = 10_000

/** The server is killed repeatedly among twenty writers, every second time together with its database. */
export async function killedAmongWriters(main: string, times: number): Promise<string> {
  const folder = newFolder()
  try {
    const people = times * 80
    const { env, tokens, eventId } = await prepareFolder(folder, people, [people / 2])
    const outcome = noOutcome()
    const starts: number[] = []
    let held = 0

    for (let time = 0; time <= times; time++) {
      const began = performance.now()
      const server = await startProduct(main, env)
      starts.push(performance.now() - began)
      held = await withDatabaseOn(folder, (db) => audit(db, eventId, outcome))
      let isOver = time === times
      const killAfter = randomInt(5, 60)
      if (!isOver) {
        const people = { eventId, tokens: withoutTicket(outcome, tokens), connections: 20, attempts: 1 }
        const afterAnswer = (answers: number) => {
          if (answers < killAfter || isOver) return
          isOver = true
          signal(server.pid, 'SIGKILL')
          if (time % 2 === 1) signal(runningPostgres(folder) ?? 0, 'SIGKILL')
        }
        await rush({ ...people, url: () => server.url, isOver: () => isOver, afterAnswer }, outcome)
      }
      await server.end(time === times ? 'SIGTERM' : 'SIGKILL')
    }
    const figures = `${times} kills: ${outcome.tickets.size} answered tickets, none lost, ${held} held, ready after ${quantile(starts, 0.5)} ms, at most ${quantile(starts, 1)} ms`
    assert(quantile(starts, 1) <= longestStart, figures)
    return figures
  } finally {
    await removeFolder(folder)
  }
}

/** The server is killed at any moment of a first start, including migrations and sample data: the next start completes it. */
export async function killedWhileStarting(main: string, times: number): Promise<string> {
  const moments: number[] = []
  let unfinished = 0
  for (let time = 0; time < times; time++) {
    const folder = newFolder()
    try {
      const env = { DATA_DIR: folder, SAMPLE_DATA: 'true' }
      const first = startProgram(main, env)
      const moment = randomInt(0, 5_000)
      moments.push(moment)
      await sleep(moment)
      if (!first.output().includes('running on')) unfinished += 1
      first.process.kill('SIGKILL')
      await first.ended

      const server = await startProduct(main, env)
      const events = await send(`${server.url}/api/events/events`)
      const count = events?.status === 200 ? JSON.parse(events.body).length : 0
      assert.equal(count, 8, `killed after ${moment} ms, the next start has ${count} of 8 events`)
      const { code } = await server.end()
      const troubles = server.troubles().filter((line) => !/^ {2}|^Sample/.test(line))
      assert(code === 0 && troubles.length === 0, server.output())
    } finally {
      await removeFolder(folder)
    }
  }
  return `${times} kills between ${quantile(moments, 0)} and ${quantile(moments, 1)} ms, ${unfinished} before it listened: the next start always had all 8 events`
}

/** The server is stopped during a hundred applications a second: people without a response have no ticket. */
export async function stoppedUnderLoad(main: string, times: number): Promise<string> {
  const [perSecond, seconds] = [100, 4]
  const folder = newFolder()
  try {
    const perRound = perSecond * seconds
    const { env, tokens, eventId } = await prepareFolder(folder, times * perRound, [times * perRound])
    const outcome = noOutcome()
    const stops: number[] = []
    let unanswered = 0

    for (let time = 0; time < times; time++) {
      const server = await startProduct(main, env)
      const replies: Promise<void>[] = []
      let stop: ReturnType<typeof server.end> | null = null
      for (const [place, token] of tokens.slice(time * perRound, (time + 1) * perRound).entries()) {
        const reply = send(`${server.url}/api/tickets/event/${eventId}/register`, { method: 'POST', token })
        replies.push(
          reply.then((got) => {
            if (got === null) unanswered += 1
            else note(outcome, userOf(token), got)
          }),
        )
        if (place === perRound / 2) stop = server.end()
        await sleep(1_000 / perSecond)
      }
      const ended = await stop
      await Promise.all(replies)
      stops.push(ended?.milliseconds ?? Number.POSITIVE_INFINITY)
      assert(ended?.code === 0, `a stop ended with ${ended?.code}: ${server.output()}`)
      assert.deepEqual(server.troubles(), [])
    }
    // Nobody is unsure: a refusal during a stop means that nothing was stored.
    const refused = outcome.unsure.size
    outcome.unsure.clear()
    const server = await startProduct(main, env)
    const held = await withDatabaseOn(folder, (db) => audit(db, eventId, outcome))
    await server.end()
    const figures = `${times} stops among ${perSecond} applications/s: ${outcome.tickets.size} answered, ${refused} refused, ${unanswered} not taken, ${held} tickets, slowest stop ${quantile(stops, 1)} ms`
    assert(quantile(stops, 1) <= longestStop && held === outcome.tickets.size, figures)
    return figures
  } finally {
    await removeFolder(folder)
  }
}
