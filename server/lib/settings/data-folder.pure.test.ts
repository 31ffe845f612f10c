import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './data-folder.ts'

test('a data folder that cannot be used is reported with its setting and a remedy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const sentence = /^DATA_DIR cannot be used: E\w+: .*file.*\. Create it, and make the server's user its owner\.$/

  expect(() => makeFolder(file)).toThrow(sentence)
  expect(() => makeFolder(join(file, 'data'))).toThrow(sentence)
})
