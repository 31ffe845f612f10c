import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** What the product's process holds, after a forced collection. Memory in bytes. */
export interface Held {
  rss: number
  heap: number
  external: number
  peak: number
  /** How many of each kind keep the process busy: sockets, timers. */
  handles: Record<string, number>
  descriptors: number
  /** Seconds of processor time since its start. */
  cpu: number
}

/** The built product as a process of its own. */
export interface Program {
  port: number
  held(): Promise<Held>
  stop(): Promise<void>
}

const root = path.join(import.meta.dirname, '..', '..', '..')

/** Runs what `npm start` runs, on a free port; it is built first where the sources are newer. Linux only. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const program = fork(path.join(root, 'scripts', 'start.mjs'), {
    execArgv: [
      ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/s16/prof'] : []),
      '--expose-gc',
      '--import',
      path.join(import.meta.dirname, 'probe.mjs'),
    ],
    env: { ...process.env, PORT: '0', SAMPLE_DATA: 'false', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    program.stdout?.on('data', (piece) => {
      said += piece
      const found = /running on http:\/\/\S+?:(\d+)/.exec(said)?.[1]
      if (found) resolve(Number(found))
    })
    program.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${said}`)))
  })

  return {
    port,
    held: async () => {
      const answer = once(program, 'message')
      program.send('held')
      return (await answer)[0] as Held
    },
    stop: async () => {
      const ended = once(program, 'exit')
      program.kill('SIGTERM')
      await ended
    },
  }
}
