import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const program = path.join(import.meta.dirname, 'check-imports.mjs')

/** A small product in which each feature imports the one before it. */
const clean = {
  'server/app.ts': "export { serve } from './features/tickets/tickets.service.ts'\n",
  'server/features/tickets/tickets.service.ts': "export { open as serve } from '../events/events.repository.ts'\n",
  'server/features/events/events.repository.ts': "export { open } from '../../lib/postgres.ts'\n",
  'server/lib/postgres.ts': 'export const open = 1\n',
}

/** The check's output for these files, and its exit code. */
function check(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'ruam-imports-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, content] of Object.entries({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "allowImportingTsExtensions": true } }',
    ...files,
  })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), content)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test('a circle of folders and an unknown file role are both reported', () => {
  const { status, said } = check({
    ...clean,
    'server/features/events/events.manager.ts': "export { serve } from '../tickets/tickets.service.ts'\n",
  })

  expect(said).toContain('Folders in a circle: server/features/events -> server/features/tickets')
  expect(said).toContain("server/features/events/events.manager.ts: 'manager' is no role")
  expect(status).toBe(1)
})

test('a folder without modules fails', () => {
  const { status, said } = check({ 'elsewhere.ts': 'export const open = 1\n' })

  expect(said).toContain('No module was read, so nothing was checked.')
  expect(status).toBe(1)
})
