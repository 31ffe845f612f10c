import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { programAt } from '#server/testing/program.ts'

test('the program prints its result or the error, with a matching exit code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-admin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [programAt('admin'), ...words], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder },
    })

  expect((await run('help')).stdout).toContain('npm run admin -- backup FILE|FOLDER')
  await expect(run('list-organizers')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no database in .+ yet\. Start .+, or set DATA_DIR as for the server\.\n$/),
  })
})
