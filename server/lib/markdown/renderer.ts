import { LRUCache } from 'lru-cache'
import { openThreads } from '#server/lib/threads/threads.ts'
import type { Author } from './rendering.ts'
import type { Task } from './thread.ts'

/** Raised whenever a text is rendered to something else than before, also by a new version of the parser: HTML that is
 *  stored by an older version is rendered again. */
export const renderingVersion = 4

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
  // An event's texts are checked, and then shown, within one call.
  const texts = new LRUCache<string, Rendered, Task>({
    max: 50,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ html: (await rendering.run(context))?.answer ?? null }),
  })

  return {
    render: (text, name, author = 'anybody') =>
      texts.forceFetch(`${author} ${name}\n${text}`, { context: { text, name, author } }),
    close: rendering.close,
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that shows a text as it was typed, line by line. */
export function plainText(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  return `<p>${escaped.replace(/\r\n|\n|\r/g, '<br>\n')}</p>\n`
}
