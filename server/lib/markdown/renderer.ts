import { openThreads } from '#server/lib/threads/threads.ts'
import type { Author } from './rendering.ts'
import type { Task } from './thread.ts'

/** Raised whenever a text is rendered to something else than before, also by a new version of the parser: HTML that is
 *  kept of an older version is made anew. */
export const renderingVersion = 3

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

export function openMarkdownRenderer({ threads = 2, timeoutMs = 1_000, queue = 200 }: Options = {}): MarkdownRenderer {
  const rendering = openThreads<Task, string>({
    program: './markdown.js',
    source: new URL('./thread.ts', import.meta.url),
    threads,
    timeoutMs,
    attempts: 2,
    queue,
    busy: (why) => new RendererBusy(why),
  })
  const asked = new Map<string, Promise<Rendered>>()

  async function renderOnce(task: Task): Promise<Rendered> {
    const done = await rendering.run(task)
    return { html: done?.answer ?? null }
  }

  return {
    render: (text, name, author = 'anybody') => {
      const key = `${author} ${name}\n${text}`
      const running = asked.get(key)
      if (running) return running
      const coming = renderOnce({ text, name, author }).finally(() => asked.delete(key))
      asked.set(key, coming)
      return coming
    },
    close: rendering.close,
  }
}
