import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { root, signalGroup, stopWithNpm } from './run.mjs'

/** Runs the server from its sources and restarts it when they change; the pages update themselves in the browser. */
stopWithNpm()
if (!(await install())) process.exit(1)

let server = serve()
let timer = null
let restarting = false

for (const folder of ['server', 'contract']) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (name === null || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return
    // Editors write a file in several steps, and a change of branch writes many files.
    clearTimeout(timer)
    timer = setTimeout(restart, 150)
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

function serve() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    // The server runs in a process group of its own: otherwise Ctrl-C would reach it twice, and a second signal forces
    // it to stop.
    detached: true,
    stdio: 'inherit',
  })
  child.once('exit', (code) => {
    if (!restarting && code !== 0) console.info('The server ended; it starts again when a file changes.')
  })
  return child
}

async function restart() {
  if (restarting) return
  restarting = true
  console.info('Restarting ...')
  await end('SIGTERM')
  server = serve()
  restarting = false
}

async function stop(signal) {
  restarting = true
  await end(signal)
  process.exit(0)
}

async function end(signal) {
  if (server.exitCode !== null || server.signalCode !== null) return
  signalGroup(server, signal)
  await once(server, 'exit')
}
