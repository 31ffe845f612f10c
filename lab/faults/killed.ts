import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'
import { ask, promise, quantile } from './calls.ts'
import { spawnProgram, startProgram } from './program.ts'
import { audit, nothingYet, rush, without } from './rush.ts'
import { newFolder, postgresOn, prepare, removeFolder, withDatabase } from './stage.ts'

const longestStart = 10_000

/** Killed among twenty writers, again and again, every second time with its database. */
export async function killedAmongWriters(times = 50): Promise<string> {
  const folder = newFolder()
  try {
    const people = times * 80
    const {
      env,
      tokens,
      eventIds: [eventId = 0],
    } = await prepare(folder, people, [people / 2])
    const told = nothingYet()
    const starts: number[] = []
    let held = 0

    for (let time = 0; time <= times; time++) {
      const began = performance.now()
      const program = await startProgram(env)
      starts.push(performance.now() - began)
      held = await withDatabase(folder, (db) => audit(db, eventId, told))
      if (time === times) {
        await program.end('SIGTERM')
        break
      }
      let isOver = false
      const moment = randomInt(5, 60)
      await rush(
        {
          ...{ url: () => program.url, eventId, tokens: without(told, tokens), connections: 20, attempts: 1 },
          isOver: () => isOver,
          afterAnswer: (answers) => {
            if (answers < moment || isOver) return
            isOver = true
            signal(program.pid, 'SIGKILL')
            if (time % 2 === 1) signal(postgresOn(folder) ?? 0, 'SIGKILL')
          },
        },
        told,
      )
      await program.end('SIGKILL')
    }
    const figures = `${times} kills: ${told.answered.size} answered tickets, none lost, ${held} held, ready after ${quantile(starts, 0.5)} ms, at most ${quantile(starts, 1)} ms`
    promise(quantile(starts, 1) <= longestStart, figures)
    return figures
  } finally {
    await removeFolder(folder)
  }
}

/** Killed at any moment of its first start, migrations and sample data included: the next start has everything. */
export async function killedWhileStarting(times = 30): Promise<string> {
  const moments: number[] = []
  let unfinished = 0
  for (let time = 0; time < times; time++) {
    const folder = newFolder()
    try {
      const env = { DATA_DIR: folder, SAMPLE_DATA: 'true' }
      const { child, said } = spawnProgram(env)
      const moment = randomInt(0, 5_000)
      moments.push(moment)
      await sleep(moment)
      if (!said().includes('running on')) unfinished += 1
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended

      const program = await startProgram(env)
      const ready = await ask(`${program.url}/health/ready`)
      const events = await ask(`${program.url}/api/events/events`)
      const number = events?.status === 200 ? JSON.parse(events.body).length : 0
      promise(
        ready?.status === 200 && number === 8,
        `killed after ${moment} ms: ready ${ready?.status}, ${number} events`,
      )
      const { code } = await program.end('SIGTERM')
      promise(
        code === 0 && program.troubles().filter((line) => !/^ {2}|^Sample/.test(line)).length === 0,
        program.said(),
      )
    } finally {
      await removeFolder(folder)
    }
  }
  return `${times} kills between ${quantile(moments, 0)} and ${quantile(moments, 1)} ms, ${unfinished} of them before it listened: the next start always had all 8 events`
}
