import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '#server/lib/database.ts'

export interface TestDatabase {
  url: string
  /** Removes the database, also while connections to it are open. */
  drop(): Promise<void>
}

/** An empty, migrated database of the test's own, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('postgres').url)
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)} OWNER ${template.username}`)
  const url = new URL(template)
  url.pathname = name
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}

async function administer(statement: string): Promise<void> {
  const server = openDatabase(inject('postgres').adminUrl, 1)
  try {
    await server.pool.query(statement)
  } finally {
    await server.close()
  }
}
