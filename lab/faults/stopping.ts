import { setTimeout as sleep } from 'node:timers/promises'
import { ask, promise, quantile, type Reply } from './calls.ts'
import { startProgram } from './program.ts'
import { audit, nothingYet, personOf, type Rush } from './rush.ts'
import { newFolder, prepare, removeFolder, withItsDatabase } from './stage.ts'

const perSecond = 100
const seconds = 4
const longestStop = 10_000

/** Stopped among a hundred requests a second: what has begun is finished, what comes is told to come back or is not taken, and
 *  whoever had no answer has no ticket. */
export async function stopUnderLoad(times = 5): Promise<string> {
  const folder = newFolder()
  try {
    const people = times * perSecond * seconds
    const {
      env,
      tokens,
      eventIds: [eventId = 0],
    } = await prepare(folder, people, [people])
    const told = nothingYet()
    const stops: number[] = []
    const kinds = { answered: 0, refused: 0, notTaken: 0 }

    for (let time = 0; time < times; time++) {
      const program = await startProgram(env)
      const line = tokens.slice(time * perSecond * seconds, (time + 1) * perSecond * seconds)
      const replies: Promise<[string, Reply | null]>[] = []
      let stopping: ReturnType<typeof program.end> | null = null
      for (const [place, token] of line.entries()) {
        const url = `${program.url}/api/tickets/event/${eventId}/register`
        replies.push(ask(url, { method: 'POST', token }).then((reply) => [token, reply]))
        if (place === line.length / 2) stopping = program.end('SIGTERM')
        await sleep(1_000 / perSecond)
      }
      const ended = await stopping
      stops.push(ended?.milliseconds ?? Number.POSITIVE_INFINITY)
      promise(ended?.code === 0, `a stop ended with ${ended?.code}: ${program.said()}`)
      promise(program.troubles().length === 0, program.troubles().slice(0, 5).join('\n'))
      for (const [token, reply] of await Promise.all(replies)) keep(told, kinds, token, reply)
    }
    const held = await withItsDatabase(folder, (db) => audit(db, eventId, told))

    const figures = `${times} stops among ${perSecond} applications/s: answered ${kinds.answered}, refused ${kinds.refused}, not taken ${kinds.notTaken}, ${held} tickets, slowest stop ${quantile(stops, 1)} ms`
    promise(quantile(stops, 1) <= longestStop, figures)
    promise(held === kinds.answered && told.strange.length === 0, figures)
    return figures
  } finally {
    await removeFolder(folder)
  }
}

function keep(
  told: Rush,
  kinds: { answered: number; refused: number; notTaken: number },
  token: string,
  reply: Reply | null,
) {
  if (reply === null) kinds.notTaken += 1
  else if (reply.status === 201) {
    kinds.answered += 1
    told.answered.set(personOf(token), JSON.parse(reply.body).id)
  } else if (reply.status === 503 && reply.retryAfter !== null) kinds.refused += 1
  else told.strange.push(`${reply.status} ${reply.body}`)
}
