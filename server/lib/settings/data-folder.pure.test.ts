import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'

test('a data folder that cannot be used is reported with its setting and a remedy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const sentence = /^DATA_DIR cannot be used: E\w+: .*file.*\. Create it, and make the server's user its owner\.$/

  await expect(startEmbeddedPostgres({ dataDir: file })).rejects.toThrow(sentence)
  await expect(startEmbeddedPostgres({ dataDir: join(file, 'data') })).rejects.toThrow(sentence)
})
