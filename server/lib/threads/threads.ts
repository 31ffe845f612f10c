import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { Gate } from '#server/lib/jobs/gate.ts'

/** Work that may take long or crash, done outside of the main thread. */
export interface Threads<Task, Answer> {
  /** Null if the work was cut off: it took too long or too much memory, or failed. Throws the error of `busy` if too many
   *  tasks are waiting, and after `close`. */
  run(task: Task): Promise<{ answer: Answer } | null>
  close(): Promise<void>
}

interface Options {
  /** The thread's file in the built product: 'markdown.js'. */
  program: string
  /** The same program in the sources. It calls `serve`. */
  source: URL
  /** Number of threads, each started on first use. */
  threads: number
  /** Timeout for one attempt, in milliseconds. */
  timeoutMs: number
  /** Attempts per task: the machine may have been busy with something else. */
  attempts: number
  /** Length of the queue, in tasks. */
  queue: number
  busy: (why: string) => Error
}

/** Starting a thread takes a fifth of a second, and seconds on a busy machine. */
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

/** The thread's side: runs the tasks it receives, one by one. An error ends the thread. */
export function serve<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await work(task)))
  // Reports that the thread has started, which is not part of a task's time.
  parentPort?.postMessage('ready')
}

/** In the built product the thread is a file beside the program. The sources need a TypeScript loader first. */
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
    // The thread does not keep the process alive. Its errors show as a task without a result.
    worker.unref()
    worker.on('error', () => undefined)
  }

  /** Null after `timeoutMs`, or if the thread breaks; it cannot be used then. */
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
      // A busy process may read the result before it notices the timeout.
      return performance.now() - asked > timeoutMs ? null : { answer: answer as Answer }
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      this.#worker.off('exit', end)
    }
  }
}
