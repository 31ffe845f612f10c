import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder, programAt, run as start, usedFolder } from '#server/testing/program.ts'

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

test('after a killed restore the server refuses to start until the backup is restored again', async () => {
  const [used, target] = [usedFolder(), newFolder()]
  const file = join(used, 'backup.zip')
  const env = (dataDir: string) => ({ PATH: process.env.PATH ?? '', DATA_DIR: dataDir })
  const run = (dataDir: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [programAt('admin'), ...words], { env: env(dataDir) })
  await run(used, 'backup', file)
  const mark = join(target, 'restore.unfinished')

  const killed = spawn(process.execPath, [programAt('admin'), 'restore', file], { env: env(target) })
  while (!existsSync(mark) && killed.exitCode === null) await sleep(1)
  // In the middle of the migrations, or after them.
  await sleep(300)
  killed.kill('SIGKILL')
  const refused = start({ DATA_DIR: target })
  const said = await refused.output
  const restored = await run(target, 'restore', file)
  const next = start({ DATA_DIR: target, SAMPLE_DATA: 'false' })

  expect(said).toBe(`The last restore did not finish (${mark}). Restore the backup again before the server starts.\n`)
  expect(restored.stdout).toContain('are restored.')
  expect(existsSync(mark)).toBe(false)
  expect(await next.address).not.toBeNull()
}, 120_000)
