import { strict as assert } from 'node:assert'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#server/lib/postgres/database.ts'
import { quantile, startProduct, withDatabaseOn } from '../programs.ts'
import {
  audit,
  noOutcome,
  plainPicture,
  prepareFolder,
  rush,
  send,
  uploadPicture,
  userOf,
  withoutTicket,
} from '../rush.ts'
import { onDisk } from './disk.ts'

const people = 3_000
const secondsFull = 20
/** In milliseconds: recovery time once there is space. */
const soonBack = 10_000
/** In milliseconds: time until mails are stored then. A job that was running when the database stopped is unlocked only after
 *  three minutes. */
const mailsBack = { waiting: 60_000, begun: 230_000 }

/** The disk fills up while people apply, upload pictures and are mailed: writes get 503, reads work, and once there is space
 *  everything confirmed is stored. */
export async function diskFull(main: string): Promise<string> {
  return onDisk(400, async (disk, data) => {
    const { env, tokens, eventId, eventIds } = await prepareFolder(data, people, [people, people])
    const picture = await plainPicture('#d95f02')
    const server = await startProduct(main, env)
    const url = () => server.url
    const outcome = noOutcome()
    await rush({ url, eventId, tokens: tokens.slice(0, 50), connections: 10, attempts: 1 }, outcome)
    assert(
      (await uploadPicture(server.url, tokens[0] ?? '', picture)) !== null,
      'a picture is stored while there is room',
    )

    const freeSpace = disk.fill()
    const whileFull = await useFor(secondsFull)
    // A busy database starts a new log file, and stops if there is no space for it.
    const fillLog = `SELECT pg_logical_emit_message(true, 'ruam', 'full'), pg_switch_wal()`
    for (let files = 0; files < 40; files++) {
      const query = withDatabaseOn(data, (db) => db.pool.query(fillLog), { asAdministrator: true })
      if ((await query.catch(() => null)) === null) break
    }
    const whileAway = await useFor(5)
    const live = await send(`${server.url}/health/live`)

    freeSpace()
    const back = performance.now()
    const like = { method: 'PUT', token: tokens[5] ?? '' }
    for (let works = 0; works < 20 && performance.now() - back < 60_000; await sleep(20)) {
      const reply = await send(`${server.url}/api/likes/${eventId}/toggle-like`, like)
      works = reply?.status === 200 ? works + 1 : 0
    }
    const again = performance.now() - back
    await rush({ url, eventId, tokens: withoutTicket(outcome, tokens), connections: 20, attempts: 3 }, outcome)
    const held = await withDatabaseOn(data, (db) => audit(db, eventId, outcome))
    const stored = await uploadPicture(server.url, tokens[1] ?? '', picture)
    const mailsLeft = await failedMails(data)
    const incompleteMails = readdirSync(join(data, 'mail')).filter((name) => !name.endsWith('.eml'))
    const { code } = await server.end()

    const figures = `full for ${secondsFull} s: ${whileFull.reads.length} reads answered (p95 ${quantile(whileFull.reads, 0.95)} ms), refused ${JSON.stringify(whileFull.refused)}; 5 s without room for the log: ${whileAway.reads.length} reads, refused ${JSON.stringify(whileAway.refused)}; works again after ${Math.round(again)} ms, ${held} tickets, ${mailsLeft} mails left`
    const wrong = [...whileFull.wrong, ...whileAway.wrong]
    assert(wrong.length === 0, `${wrong.length} wrong answers, the first: ${wrong[0]} (${figures})`)
    const { refused } = whileFull
    assert(refused.reads === 0 && refused.applications > 0 && refused.uploads > 0 && live?.status === 200, figures)
    assert(outcome.withoutRetryAfter === 0, 'some 503 did not say when to come back')
    assert(again <= soonBack && held === people && stored !== null, figures)
    assert(mailsLeft === 0 && incompleteMails.length === 0, `${figures}; half written: ${incompleteMails.join(', ')}`)
    const troubles = server.troubles().filter((line) => !line.includes('does not start: '))
    assert(code === 0 && troubles.length === 0, `${troubles.slice(0, 5).join('\n')} (${figures})`)
    return figures

    /** Reads and writes for some seconds; returns the times of successful reads, and the number of refused calls. */
    async function useFor(seconds: number) {
      const end = performance.now() + seconds * 1_000
      const reads: number[] = []
      const refused = { reads: 0, uploads: 0, applications: 0, mails: 0 }
      const wrong: string[] = []
      let place = 0
      const repeat = async (work: (token: string) => Promise<unknown>) => {
        while (performance.now() < end) {
          await work(tokens[place++ % tokens.length] ?? '')
          await sleep(20)
        }
      }
      const read = async (path: string, token?: string) => {
        const reply = await send(server.url + path, token === undefined ? {} : { token })
        if (reply?.status === 200) reads.push(reply.milliseconds)
        else refused.reads += 1
      }
      const write = async (kind: 'applications' | 'mails', path: string, call: Parameters<typeof send>[1]) => {
        const reply = await send(server.url + path, { method: 'POST', ...call })
        if (reply?.status === 503 && reply.retryAfter !== null) refused[kind] += 1
        else if (![200, 201, 409].includes(reply?.status ?? 0)) wrong.push(`${path}: ${reply?.status} ${reply?.body}`)
      }
      const someEmail = () => JSON.stringify({ email: `person${(place % people) + 1}@example.com` })
      await Promise.all([
        repeat(() => read(`/api/events/events?search=${place}`)),
        repeat((token) => read(`/api/tickets/user/${userOf(token)}`, token)),
        repeat((token) => write('applications', `/api/tickets/event/${eventIds[1]}/register`, { token })),
        repeat(() => write('mails', '/api/users/forgot-password', { body: someEmail() })),
        repeat(async (token) => {
          if ((await uploadPicture(server.url, token, picture)) === null) refused.uploads += 1
        }),
      ])
      return { reads, refused, wrong }
    }
  })
}

/** The number of once failed mails that are still waiting after the allowed time. */
async function failedMails(data: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const left = await withDatabaseOn(data, (db) =>
      db.many<{ begun: boolean }>(
        sql`SELECT locked_at IS NOT NULL AS begun FROM graphile_worker.jobs WHERE last_error IS NOT NULL`,
      ),
    )
    const waited = performance.now() - began
    const isLate = left.some(({ begun }) => !begun) && waited > mailsBack.waiting && waited < mailsBack.begun / 2
    if (left.length === 0 || isLate || waited > mailsBack.begun) return left.length
    await sleep(500)
  }
}
