import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const parent = process.ppid

/**
 * Runs a program in the package's folder and resolves to its exit code, 1 if it could not start. The program and its children
 * form one process group, which gets each of our signals exactly once, because wrappers such as npm do not forward them. With
 * `output: 'text'` the output is returned as well.
 */
export function run(command, args, { env = {}, output = 'inherit', timeoutMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', output === 'text' ? 'pipe' : output, output === 'text' ? 'pipe' : output],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      stream.setEncoding('utf8')
      stream.on('data', (piece) => {
        text += piece
      })
    }
    const pass = (signal) => signalGroup(child, signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const timer = timeoutMs > 0 ? setTimeout(() => pass('SIGKILL'), timeoutMs) : null

    const end = (code) => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, pass)
      resolve({ code: code === null ? 1 : code, text })
    }
    child.once('error', () => end(1))
    child.once('close', end)
  })
}

/** Runs npm, if possible the same one that started this process. */
export function npm(args, options) {
  const program = process.env.npm_execpath
  return program && /\.c?js$/.test(program)
    ? run(process.execPath, [program, ...args], options)
    : run('npm', args, options)
}

/** Sends a signal to a child that was started `detached`, and to its children. */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

/** Ends this process as by SIGTERM when npm's shell has ended: npm sends a signal only to the shell in which it
 *  starts us, and the shell ends without forwarding it. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}
