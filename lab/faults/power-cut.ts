import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { signal } from '#server/lib/postgres/processes.ts'
import { ask, promise } from './calls.ts'
import { onDisk } from './disk.ts'
import { startProgram } from './program.ts'
import { audit, nothingYet, rush, without } from './rush.ts'
import { postgresOn, prepare, processesOn, withDatabase } from './stage.ts'
import { type Picture, plainPicture, upload } from './uploads.ts'

const people = 4_000
const seats = 3_500

/** The power goes while people apply and upload pictures, again and again on the same disk: all that was answered is there. And
 *  with a database that does not wait for its disk something is lost, or this could not tell. */
export async function powerCuts(times = 20): Promise<string> {
  const real = await cut(times, '')
  const control = await cut(3, 'fsync = off\nsynchronous_commit = off\n').catch((error) => error)
  promise(control instanceof Error, 'nothing was lost with fsync off, so these cuts would not be noticed')
  return `${real}; with fsync off: ${(control as Error).message.split('\n')[0]}`
}

async function cut(times: number, databaseSettings: string): Promise<string> {
  return onDisk(700, async (disk, data) => {
    const {
      env,
      tokens,
      eventIds: [eventId = 0],
    } = await prepare(data, people, [seats])
    appendFileSync(join(data, 'postgres', 'postgresql.auto.conf'), databaseSettings, { flush: true })
    const picture = await plainPicture('#1b9e77')
    const told = nothingYet()
    const pictures: Picture[] = []
    let slowestStart = 0

    for (let time = 0; time <= times; time++) {
      const began = performance.now()
      const program = await startProgram(env)
      slowestStart = Math.max(slowestStart, performance.now() - began)
      await withDatabase(data, (db) => audit(db, eventId, told))
      for (const { path, bytes } of pictures) {
        const reply = await ask(program.url + path)
        promise(reply?.status === 200 && reply.bytes === bytes, `the picture ${path} is lost after ${time} cuts`)
      }
      if (time === times) {
        await program.end('SIGTERM')
        break
      }

      let isCut = false
      const moment = randomInt(20, 150)
      // One picture is answered a moment before, others may be.
      const uploadOne = async (token: string) => {
        const stored = await upload(program.url, token, picture)
        if (stored !== null) pictures.push(stored)
      }
      const [first = '', ...others] = tokens.slice(time * 3, time * 3 + 3)
      await uploadOne(first)
      const uploading = others.map(uploadOne)
      await rush(
        {
          ...{
            url: () => program.url,
            eventId,
            tokens: without(told, tokens),
            connections: 40,
            attempts: 1,
            isOver: () => isCut,
          },
          afterAnswer: (answers) => {
            if (answers < moment || isCut) return
            isCut = true
            signal(program.pid, 'SIGSTOP')
            for (const pid of processesOn(data)) signal(pid, 'SIGSTOP')
            disk.photograph()
            for (const pid of [program.pid, ...processesOn(data)]) signal(pid, 'SIGKILL')
          },
        },
        told,
      )
      await Promise.all(uploading)
      await program.end('SIGKILL')
      while (postgresOn(data) !== null) await new Promise((resolve) => setTimeout(resolve, 10))
      disk.replaceByPhotograph()
    }
    return `${times} cuts: ${told.answered.size} answered tickets and ${pictures.length} pictures, none lost, none twice, seats exact; slowest start ${Math.round(slowestStart)} ms`
  })
}
