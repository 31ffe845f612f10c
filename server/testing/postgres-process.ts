import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'

/** What to do once the database runs: nothing, write rows and print each number, or print `leaving`, wait, and stop. */
export type Afterwards = 'wait' | 'write' | 'leave'

/** A process to be killed: runs PostgreSQL on a folder, and prints `up <url>` or the error. */
const [dataDir = '', afterwards] = process.argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres({ dataDir })
  console.info('up', postgres.url)
  const db = openDatabase(postgres.url, 4)
  setInterval(() => {}, 1_000)
  if (afterwards === 'write') {
    await db.run(sql`CREATE TABLE notes (id int PRIMARY KEY)`)
    for (let id = 1; ; id++) {
      await db.run(sql`INSERT INTO notes VALUES (${id})`)
      console.info(id)
    }
  }
  if (afterwards === 'leave') {
    await postgres.leave()
    console.info('leaving')
    await sleep(700)
    await db.close()
    await postgres.stop()
    process.exit(0)
  }
} catch (error) {
  console.info('refused', (error as Error).message)
  process.exit(1)
}
