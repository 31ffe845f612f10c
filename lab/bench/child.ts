import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A process of the benchmark. It reports once that it is ready, and then answers one question at a time. */
export interface Child {
  ready: unknown
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a file of this folder as a process of its own. */
export async function child(file: string, env: Record<string, string>): Promise<Child> {
  const started = fork(path.join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SAMPLE_DATA: 'false',
      ...env,
    },
  })
  // Each question adds a listener for the end of the process.
  started.setMaxListeners(0)
  const next = async () => {
    const [message] = await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(([code]) => {
        throw new Error(`${file} ended with ${code}`)
      }),
    ])
    return message as unknown
  }

  return {
    ready: await next(),
    ask: async <Answer>(question: unknown) => {
      const answer = next()
      started.send(question as object)
      return (await answer) as Answer
    },
    stop: async () => {
      const ended = once(started, 'exit')
      started.kill('SIGTERM')
      await ended
    },
  }
}
