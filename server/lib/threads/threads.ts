import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Gate } from '#server/lib/jobs/gate.ts'

/** Work that may take long, or end its thread, done beside the thread that answers calls. */
export interface Threads<Task, Answer> {
  /** Null where the work was cut off: it took too long, needed too much memory, or failed. Throws the error of `busy`
   *  where too many tasks wait, and once all is closed. */
  run(task: Task): Promise<{ answer: Answer } | null>
  close(): Promise<void>
}

interface Options {
  /** The file of the thread's program beside the built product: 'markdown.js'. */
  program: string
  /** The same program from the sources. It calls `serve`. */
  source: URL
  /** How many, each started when it is first needed. */
  threads: number
  /** Milliseconds that one attempt at a task may take. */
  timeoutMs: number
  /** How often a task is tried: the machine may have been held up by something else. */
  attempts: number
  /** Tasks that may wait. */
  queue: number
  busy: (why: string) => Error
}

/** Starting a thread takes a fifth of a second, on a machine with much else to do some seconds. */
const startTimeoutMs = 20_000
const limits = { resourceLimits: { maxOldGenerationSizeMb: 128 } }

export function openThreads<Task, Answer>(options: Options): Threads<Task, Answer> {
  const { threads, timeoutMs, attempts, queue, busy } = options
  const gate = new Gate(threads, queue, () => busy('too many tasks wait'))
  const idle: Thread<Task, Answer>[] = []
  let isClosed = false

  async function runPatiently(task: Task): Promise<{ answer: Answer } | null> {
    for (let attempt = 0; attempt < attempts && !isClosed; attempt++) {
      const thread = idle.pop() ?? new Thread<Task, Answer>(startWorker(options))
      const done = await thread.run(task, timeoutMs)
      if (done === null || isClosed) await thread.stop()
      else idle.push(thread)
      if (done !== null) return done
    }
    if (isClosed) throw busy('the threads are stopped')
    return null
  }

  return {
    run: (task) => gate.run(() => runPatiently(task)),
    close: async () => {
      isClosed = true
      await Promise.all(idle.splice(0).map((thread) => thread.stop()))
    },
  }
}

/** The built product has the thread as a file beside the program. From the sources it must learn TypeScript first. */
function startWorker({ program, source }: Options): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(program, import.meta.url), limits)
  const start = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(source.href)}) })`
  return new Worker(start, { ...limits, eval: true, execArgv: [] })
}

/** One worker thread, for one task at a time. */
class Thread<Task, Answer> {
  readonly #worker: Worker
  readonly #ready: Promise<unknown>

  constructor(worker: Worker) {
    this.#worker = worker
    this.#ready = this.#nextMessage(startTimeoutMs)
    // The thread keeps no program from ending. An error in it shows as a task that was not done.
    worker.unref()
    worker.on('error', () => undefined)
  }

  /** Null where it takes longer than `timeoutMs`, or the thread breaks; it is of no more use then. */
  async run(task: Task, timeoutMs: number): Promise<{ answer: Answer } | null> {
    if ((await this.#ready) === null) return null
    this.#worker.postMessage(task)
    return this.#nextMessage(timeoutMs)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #nextMessage(timeoutMs: number): Promise<{ answer: Answer } | null> {
    const isOver = new AbortController()
    const end = () => isOver.abort()
    const timer = setTimeout(end, timeoutMs)
    const asked = performance.now()
    this.#worker.once('exit', end)
    try {
      const [answer] = await once(this.#worker, 'message', { signal: isOver.signal })
      // A busy program may read an answer before it notices that the time was over.
      return performance.now() - asked > timeoutMs ? null : { answer: answer as Answer }
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      this.#worker.off('exit', end)
    }
  }
}
