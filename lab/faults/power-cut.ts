import { strict as assert } from 'node:assert'
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'
import { runningPostgres } from '#server/testing/programs/start-program.ts'
import { postgresProcesses, startProduct, withDatabaseOn } from '../programs.ts'
import { audit, noOutcome, plainPicture, prepareFolder, rush, send, uploadPicture, withoutTicket } from '../rush.ts'
import { onDisk } from './disk.ts'

const people = 4_000
const seats = 3_500

/** The power fails while people apply and upload pictures: everything confirmed is stored. As a control, a database without
 *  fsync loses something. */
export async function powerCut(main: string, times: number): Promise<string> {
  const figures = await cut(main, times, '')
  const control = await cut(main, 3, 'fsync = off\nsynchronous_commit = off\n').catch((error: Error) => error)
  assert(control instanceof Error, 'nothing was lost with fsync off, so these cuts prove nothing')
  return `${figures}; with fsync off: ${control.message.split('\n')[0]}`
}

async function cut(main: string, times: number, databaseSettings: string): Promise<string> {
  return onDisk(700, async (disk, data) => {
    const { env, tokens, eventId } = await prepareFolder(data, people, [seats])
    appendFileSync(join(data, 'postgres', 'postgresql.auto.conf'), databaseSettings, { flush: true })
    const picture = await plainPicture('#1b9e77')
    const outcome = noOutcome()
    const pictures: { path: string; bytes: number }[] = []
    let slowestStart = 0

    for (let time = 0; time <= times; time++) {
      const began = performance.now()
      const server = await startProduct(main, env)
      slowestStart = Math.max(slowestStart, performance.now() - began)
      await withDatabaseOn(data, (db) => audit(db, eventId, outcome))
      for (const { path, bytes } of pictures) {
        const reply = await send(server.url + path)
        assert(reply?.status === 200 && reply.bytes === bytes, `the picture ${path} is lost after ${time} cuts`)
      }
      if (time === times) {
        await server.end()
        break
      }

      let isCut = false
      const cutAfter = randomInt(20, 150)
      const upload = async (token: string) => {
        const stored = await uploadPicture(server.url, token, picture)
        if (stored !== null) pictures.push(stored)
      }
      // The first picture is confirmed before the cut; the others may be.
      const [first = '', ...others] = tokens.slice(time * 3, time * 3 + 3)
      await upload(first)
      const uploading = others.map(upload)
      const afterAnswer = (answers: number) => {
        if (answers < cutAfter || isCut) return
        isCut = true
        const pids = [server.pid, ...postgresProcesses(data)]
        for (const pid of pids) signal(pid, 'SIGSTOP')
        disk.snapshot()
        for (const pid of pids) signal(pid, 'SIGKILL')
      }
      const crowd = { eventId, tokens: withoutTicket(outcome, tokens), connections: 40, attempts: 1 }
      await rush({ ...crowd, url: () => server.url, isOver: () => isCut, afterAnswer }, outcome)
      await Promise.all(uploading)
      await server.end('SIGKILL')
      while (runningPostgres(data) !== null) await sleep(10)
      disk.restore()
    }
    return `${times} cuts: ${outcome.tickets.size} answered tickets and ${pictures.length} pictures, none lost, none twice, seats exact; slowest start ${Math.round(slowestStart)} ms`
  })
}
