import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Outcome, runCommand } from '#server/admin/commands.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { startApp } from './app.ts'
import { createTestDatabase } from './database.ts'

const tokenSecret = 'a secret of the tests, long enough for them'

/** Runs `npm run admin -- ...`. */
export function admin(env: Record<string, string>, ...words: string[]): Promise<Outcome> {
  return runCommand(words, { TOKEN_SECRET: tokenSecret, ...env })
}

/** A running app, and the environment of its operator's shell. */
export async function startServing() {
  const app = await startApp()
  // Commands go by the machine's clock.
  app.clock.now = new Date()
  const env = {
    DATABASE_URL: String(app.db.pool.options.connectionString),
    DATA_DIR: app.ctx.settings.DATA_DIR,
  }
  return { ...app, env }
}

/** A folder that is removed when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-admin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A database without a single table. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase({ forOnceOnly: true })
  onTestFinished(drop)
  const db = openDatabase(url, 1)
  await db.pool.query('DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public')
  await db.close()
  return url
}
