import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#server/lib/postgres/database.ts'
import { ask, promise, quantile } from './calls.ts'
import { onDisk } from './disk.ts'
import { startProgram } from './program.ts'
import { audit, nothingYet, personOf, rush, without } from './rush.ts'
import { prepare, withDatabase } from './stage.ts'
import { plainPicture, upload } from './uploads.ts'

const people = 3_000
/** In milliseconds: how soon it works again once there is room, and how soon mails are stored then. */
const soonBack = 10_000
const mailsBack = 60_000
/** Those that were being stored when the database ended are free for others only after three minutes. */
const mailsFreed = 230_000

/**
 * The disk of the data folder fills up while people apply, upload pictures and are sent mails: what is written is refused with
 * 503, what is read is answered, and once there is room everything that was answered is there and goes on.
 */
export async function diskFull(seconds = 20): Promise<string> {
  return onDisk(400, async (disk, data) => {
    const {
      env,
      tokens,
      eventIds: [eventId = 0, other = 0],
    } = await prepare(data, people, [people, people])
    const picture = await plainPicture('#d95f02')
    const program = await startProgram(env)
    const url = () => program.url
    const told = nothingYet()
    await rush({ url, eventId, tokens: tokens.slice(0, 50), connections: 10, attempts: 1 }, told)
    promise((await upload(program.url, tokens[0] ?? '', picture)) !== null, 'a picture is taken while there is room')

    /** Reads and writes for so many seconds; how many reads were answered, and how fast, and what was refused. */
    async function actFor(duration: number, wrong: string[]) {
      const end = performance.now() + duration * 1_000
      const reads: number[] = []
      const refused = { reads: 0, uploads: 0, applications: 0, mails: 0 }
      let place = 0
      const again = async (work: (token: string) => Promise<unknown>) => {
        while (performance.now() < end) {
          await work(tokens[place++ % tokens.length] ?? '')
          await sleep(20)
        }
      }
      const read = async (path: string, token?: string) => {
        const reply = await ask(program.url + path, token === undefined ? {} : { token })
        if (reply?.status === 200) reads.push(reply.milliseconds)
        else refused.reads += 1
      }
      const write = async (path: string, kind: 'applications' | 'mails', sent: Parameters<typeof ask>[1]) => {
        const reply = await ask(program.url + path, { method: 'POST', ...sent })
        if (reply?.status === 503 && reply.retryAfter !== null) refused[kind] += 1
        else if (![200, 201, 409].includes(reply?.status ?? 0)) wrong.push(`${path}: ${reply?.status} ${reply?.body}`)
      }
      const email = () => JSON.stringify({ email: `person${(place % people) + 1}@example.com` })
      await Promise.all([
        again(() => read(`/api/events/events?search=${place}`)),
        again((token) => read(`/api/tickets/user/${personOf(token)}`, token)),
        again((token) => write(`/api/tickets/event/${other}/register`, 'applications', { token })),
        again(() => write('/api/users/forgot-password', 'mails', { body: email() })),
        again(async (token) => {
          if ((await upload(program.url, token, picture)) === null) refused.uploads += 1
        }),
      ])
      return { reads, refused }
    }

    const makeRoom = disk.fill()
    const wrong: string[] = []
    const whileFull = await actFor(seconds, wrong)
    // A database that is busy for long begins a new file of its log, and ends where that finds no room.
    const log = `SELECT pg_logical_emit_message(true, 'ruam', 'full'), pg_switch_wal()`
    for (let files = 0; files < 40; files++) {
      const begun = await withDatabase(data, (db) => db.pool.query(log), true).catch(() => null)
      if (begun === null) break
    }
    const whileAway = await actFor(5, wrong)
    const live = await ask(`${program.url}/health/live`)

    makeRoom()
    const back = performance.now()
    let works = 0
    while (works < 20 && performance.now() - back < 60_000) {
      const reply = await ask(`${program.url}/api/likes/${eventId}/toggle-like`, {
        method: 'PUT',
        token: tokens[5] ?? '',
      })
      works = reply?.status === 200 ? works + 1 : 0
      await sleep(20)
    }
    const again = performance.now() - back
    await rush({ url, eventId, tokens: without(told, tokens), connections: 20, attempts: 3 }, told)
    const held = await withDatabase(data, (db) => audit(db, eventId, told))
    const taken = await upload(program.url, tokens[1] ?? '', picture)
    const waiting = await mailsLeft(data, mailsBack, mailsFreed)
    const halves = readdirSync(join(data, 'mail')).filter((name) => !name.endsWith('.eml'))
    const { code } = await program.end('SIGTERM')

    const { reads, refused } = whileFull
    const figures = `full for ${seconds} s: ${reads.length} reads answered (p95 ${quantile(reads, 0.95)} ms), refused ${JSON.stringify(refused)}; 5 s without room for the log: ${whileAway.reads.length} reads, refused ${JSON.stringify(whileAway.refused)}; works again after ${Math.round(again)} ms, ${held} tickets, ${waiting} mails left`
    promise(live?.status === 200, figures)
    promise(wrong.length === 0, `${wrong.length} strange answers, the first: ${wrong[0]} (${figures})`)
    promise(refused.reads === 0 && refused.applications > 0 && refused.uploads > 0, figures)
    promise(told.withoutTime === 0, `${told.withoutTime} refusals do not say when to come back`)
    promise(again <= soonBack && held === people && taken !== null, figures)
    promise(waiting === 0 && halves.length === 0, `${figures}; half written: ${halves.join(', ')}`)
    const troubles = program.troubles().filter((line) => !line.includes('does not start: '))
    promise(code === 0 && troubles.length === 0, `${troubles.slice(0, 5).join('\n')} (${figures})`)
    return figures
  })
}

/** How much that failed still waits after so many milliseconds, and after how many where somebody had begun it. */
async function mailsLeft(data: string, soon: number, late: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const left = await withDatabase(data, (db) =>
      db.many<{ begun: boolean }>(
        sql`SELECT locked_at IS NOT NULL AS begun FROM graphile_worker.jobs WHERE last_error IS NOT NULL`,
      ),
    )
    const free = left.filter(({ begun }) => !begun)
    const waited = performance.now() - began
    if (left.length === 0 || (free.length > 0 && waited > soon && waited < late / 2) || waited > late)
      return left.length
    await sleep(500)
  }
}
