import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Gate } from '#server/lib/jobs/gate.ts'
import type { Author } from './rendering.ts'
import type { Task } from './thread.ts'

/** Raised whenever a text is rendered to something else than before, also by a new version of the parser: HTML that is
 *  kept of an older version is made anew. */
export const renderingVersion = 2

/** `html` is null where rendering was cut off: it took too long, or needed too much memory. */
export interface Rendered {
  html: string | null
}

export interface MarkdownRenderer {
  /** Renders a text in a thread of its own; see `render` of rendering.ts. The same text is rendered once for all who
   *  ask meanwhile. Throws RendererBusy where too many texts wait already. */
  render(text: string, name: string, author?: Author): Promise<Rendered>
  close(): Promise<void>
}

export class RendererBusy extends Error {}

interface Options {
  /** Threads, each started when it is first needed. */
  threads?: number
  /** Milliseconds that one text may take. */
  timeoutMs?: number
  /** Texts that may wait. */
  queue?: number
}

/** Starting a thread takes a fifth of a second, on a machine with much else to do some seconds. */
const startTimeoutMs = 20_000
const attempts = 2

export function openMarkdownRenderer({ threads = 2, timeoutMs = 1_000, queue = 200 }: Options = {}): MarkdownRenderer {
  const gate = new Gate(threads, queue, () => new RendererBusy('too many texts wait to be rendered'))
  const idle: Thread[] = []
  const asked = new Map<string, Promise<Rendered>>()
  let isClosed = false

  /** A second attempt, for the machine may have been held up by something else. */
  async function renderPatiently(task: Task): Promise<Rendered> {
    for (let attempt = 0; attempt < attempts && !isClosed; attempt++) {
      const thread = idle.pop() ?? new Thread()
      const html = await thread.render(task, timeoutMs)
      if (html === null || isClosed) await thread.stop()
      else idle.push(thread)
      if (html !== null) return { html }
    }
    if (isClosed) throw new RendererBusy('the renderer is closed')
    return { html: null }
  }

  return {
    render: (text, name, author = 'anybody') => {
      const key = `${author} ${name}\n${text}`
      const running = asked.get(key)
      if (running) return running
      const rendering = gate.run(() => renderPatiently({ text, name, author })).finally(() => asked.delete(key))
      asked.set(key, rendering)
      return rendering
    },
    close: async () => {
      isClosed = true
      await Promise.all(idle.splice(0).map((thread) => thread.stop()))
    },
  }
}

const limits = { resourceLimits: { maxOldGenerationSizeMb: 128 } }

/** The built product has the thread as a file beside the program. From the sources it must learn TypeScript first. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./markdown.js', import.meta.url), limits)
  const { href } = new URL('./thread.ts', import.meta.url)
  const start = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import('${href}') })`
  return new Worker(start, { ...limits, eval: true, execArgv: [] })
}

/** One worker thread, for one text at a time. */
class Thread {
  readonly #worker = startWorker()
  readonly #ready = this.#nextMessage(startTimeoutMs)

  constructor() {
    // The thread keeps no program from ending. An error in it shows as a text that was not rendered.
    this.#worker.unref()
    this.#worker.on('error', () => undefined)
  }

  /** Null where it takes longer than `timeoutMs`, or the thread breaks; it is of no more use then. */
  async render(task: Task, timeoutMs: number): Promise<string | null> {
    if ((await this.#ready) === null) return null
    this.#worker.postMessage(task)
    return this.#nextMessage(timeoutMs)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #nextMessage(timeoutMs: number): Promise<string | null> {
    const isOver = new AbortController()
    const end = () => isOver.abort()
    const timer = setTimeout(end, timeoutMs)
    const asked = performance.now()
    this.#worker.once('exit', end)
    try {
      const [message] = await once(this.#worker, 'message', { signal: isOver.signal })
      // A busy program may read an answer before it notices that the time was over.
      return performance.now() - asked > timeoutMs ? null : (message as string)
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      this.#worker.off('exit', end)
    }
  }
}
