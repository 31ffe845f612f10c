import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Free space needed for writes, in bytes: the embedded database stops when its log finds no space, and its log grows in files
 *  of 16 MB. */
const needed = 64 * 1024 ** 2
/** How long a check of the disk is valid, in milliseconds. */
const lookEvery = 250
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes with 503 while the embedded database's disk is nearly full, so that reading continues. */
export function refuseWithoutRoom(
  app: FastifyInstance,
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): void {
  // Another database's disk is not visible from here.
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

/** Infinite if unknown, so that nothing is refused. */
function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
}
