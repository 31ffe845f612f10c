/**
 * Says what of the schema and of the statements would not work, or not fast, in a distributed PostgreSQL (Citus) with events as
 * the distribution key: `npm run check:shards`. What to make of it says docs/scale.md. Nothing fails by it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { needOf, needs } from './needs.ts'
import { schemaProblems } from './schema-rules.ts'
import { findStatements } from './statements.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ruam-shards-'))
const postgres = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(postgres.url)
  const db = openDatabase(postgres.url, 1)
  const problems = await schemaProblems(db)
  await db.close()
  console.info(`Refused of the schema, ${problems.length}:`)
  for (const problem of problems) console.info(`  ${problem}`)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

const statements = findStatements(fileURLToPath(new URL('../../server', import.meta.url)))
const crossing = statements.filter(({ isOfOne }) => !isOfOne)
console.info(
  `\nStatements about rows that are spread: ${statements.length}, of which ${crossing.length} name no one shard.`,
)
for (const [need, words] of Object.entries(needs)) {
  const those = crossing.filter((one) => needOf(one) === need)
  if (those.length > 0) console.info(`\n${words} (${those.length})`)
  for (const { file, name, tables } of those) console.info(`  ${file} ${name}: ${tables.join(', ')}`)
}
