/** The product's server with two additional calls as yardsticks; started by rush.ts and live.ts. */
import { setFlagsFromString } from 'node:v8'
import { buildApp } from '#server/app.ts'
import { collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import { openCodeReader } from '#server/lib/codes/code-reader.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { signedIn } from '#server/lib/http/api.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { openMarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { openReplica } from '#server/lib/postgres/replica.ts'
import { openLimits } from '#server/lib/security/limits.ts'
import { openSigningKey } from '#server/lib/security/signing-key.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { admit } from '#server/testing/admit.ts'

/** The resources that the process has used: memory in bytes, and CPU time in seconds. */
export interface ServerUse {
  peak: number
  now: number
  cpu: number
}

// As in server/main.ts.
setFlagsFromString('--heap-growing-percent=60')
const settings = readSettings(process.env)
const db = openDatabase(settings.DATABASE_URL ?? '', settings.DATABASE_POOL)
const ctx: Context = {
  settings,
  db,
  replica: openReplica(db, settings),
  limits: openLimits(db, settings.RATE_LIMIT_SCALE),
  markdown: openMarkdownRenderer(),
  codes: openCodeReader(),
  announcer: openAnnouncer(db),
  now: () => new Date(),
  tokenSecret: settings.TOKEN_SECRET ?? '',
  signingKey: await openSigningKey(db),
}
const app = await buildApp(ctx)

app.post('/bench/token-only', { config: { access: 'signed-in' } }, (request, reply) =>
  reply.code(200).send({ id: signedIn(request).id }),
)

app.post<{ Params: { eventId: string } }>(
  '/bench/one-by-one/:eventId',
  { config: { access: 'signed-in' } },
  async (request, reply) => {
    const [decision] = await admit(
      db,
      Number(request.params.eventId),
      [{ userId: signedIn(request).id, wait: false }],
      ctx.now(),
    )
    if (typeof decision === 'string') throw new AppError(decision)
    return reply.code(201).send(decision)
  },
)

const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
process.send?.({ port: Number(address.port), pid: process.pid })
let collecting: NodeJS.Timeout | undefined
process.on('message', (message) => {
  // Every five seconds in the product.
  if (message === 'collect') collecting = setInterval(() => void collectUnpaid(ctx).catch(console.error), 100)
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const use: ServerUse = {
    peak: maxRSS * 1024,
    now: process.memoryUsage().rss,
    cpu: (userCPUTime + systemCPUTime) / 1_000_000,
  }
  process.send?.(use)
})
process.on('SIGTERM', async () => {
  clearInterval(collecting)
  await app.close()
  await db.close()
  process.exit(0)
})
