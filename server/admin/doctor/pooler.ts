import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { type Listening, listen } from '#server/lib/postgres/listening.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type Finding, holds, mend } from './finding.ts'

const about = 'pooler'
/** How long a notification may take, in milliseconds. */
const longest = 2_000
const channel = 'ruam_doctor'

/** Whether DATABASE_DIRECT_URL, or without it DATABASE_URL, gives connections that are one's own, and whether a pooler sets
 *  what the server would. Nothing with the embedded database. */
export async function checkPooler({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Settings): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    const name = direct === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    if (!(await isHeard(url, direct ?? url))) {
      const mending =
        direct === undefined
          ? 'It leads through a pooler: set DATABASE_DIRECT_URL to the database itself.'
          : 'It must lead to the same database as DATABASE_URL, past every pooler.'
      return [mend(about, `What is notified is not heard at ${name}. ${mending}`)]
    }
    return direct === undefined ? [] : [await checkPooled(url, direct)]
  } catch {
    // That the database does not answer is told by itself.
    return []
  }
}

async function checkPooled(url: string, direct: string): Promise<Finding> {
  const pooled = openDatabase(url, 1, { direct })
  try {
    const { timeout, jit } = await pooled.one<{ timeout: string; jit: string }>(
      sql`SELECT current_setting('statement_timeout') AS timeout, current_setting('jit') AS jit`,
    )
    if (timeout !== '0' && jit === 'off') return holds(about, 'DATABASE_URL is pooled, and DATABASE_DIRECT_URL hears.')
    const found = `statement_timeout is ${timeout}, jit is ${jit}`
    return mend(about, `Through DATABASE_URL ${found}. Let the pooler set both, as deploy/pgbouncer.ini does.`)
  } finally {
    await pooled.close()
  }
}

async function isHeard(url: string, at: string): Promise<boolean> {
  const teller = openDatabase(url, 1, { direct: at })
  const unheard = AbortSignal.timeout(longest)
  const opened: Listening[] = []
  try {
    await teller.run(sql`SELECT 1`)
    return await new Promise<boolean>((resolve) => {
      unheard.addEventListener('abort', () => resolve(false))
      const listening = listen(at, channel, {
        onMessage: () => resolve(true),
        onListening: () => teller.run(sql`SELECT pg_notify(${channel}, '')`).catch(() => resolve(false)),
      })
      opened.push(listening)
    })
  } finally {
    for (const listening of opened) await listening.close()
    await teller.close()
  }
}
