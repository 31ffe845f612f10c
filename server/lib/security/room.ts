import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** What must be free for something to be written, in bytes: the embedded database ends when its log finds no room, and its log
 *  grows by files of 16 MB. */
const needed = 64 * 1024 ** 2
/** For how long a look at the disk holds, in milliseconds. */
const lookEvery = 250
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses with 503 what would write while the disk of the embedded database is nearly full, so that reading goes on. */
export function refuseWithoutRoom(
  app: FastifyInstance,
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): void {
  // The disk of another database is not ours to see.
  if (DATABASE_URL !== undefined) return
  let looked = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let isFull = false

  async function look() {
    const free = await freeIn(DATA_DIR)
    if (free < needed && !isFull) {
      const megabytes = Math.floor(free / 1024 ** 2)
      app.log.warn(`${DATA_DIR} has ${megabytes} MB to spare: nothing is written until there are ${needed / 1024 ** 2}`)
    }
    isFull = free < needed
    looked = performance.now()
    looking = null
  }

  app.addHook('onRequest', async ({ method }) => {
    if (reading.has(method)) return
    if (looking === null && performance.now() - looked > lookEvery) looking = look()
    if (looking !== null) await looking
    if (isFull) throw new AppError('unavailable')
  })
}

/** Without an answer nobody is refused. */
function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
}
