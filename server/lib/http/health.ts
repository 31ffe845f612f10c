import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { sql } from '#server/lib/postgres/database.ts'
import type { Api } from './api.ts'

/** How long the database may take to answer, in milliseconds: whoever asks usually gives up soon after. */
const timeoutMs = 2_000

/** Answers whatever watches over the process: `live` that it runs, `ready` that its database answers. Neither says
 *  more. */
export function mountHealth(api: Api, ctx: Context) {
  api.get('/health/live', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'live' }
  })

  api.get('/health/ready', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    await Promise.race([ctx.db.run(sql`SELECT 1`), tooLong()])
    return { status: 'ready' }
  })
}

async function tooLong(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false })
  throw new AppError('unavailable')
}
