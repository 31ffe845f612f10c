import { LRUCache } from 'lru-cache'
import { AppError } from '#server/lib/errors/app-error.ts'
import { openThreads } from '#server/lib/threads/threads.ts'
import type { Author } from './rendering.ts'
import type { Task } from './thread.ts'

/** Raise it whenever any text is rendered differently, also by a new version of the parser: stored HTML of an older version is
 *  rendered again. */
export const renderingVersion = 4

/** `html` is null if rendering was cut off: it took too long or too much memory. */
export interface Rendered {
  html: string | null
}

export interface MarkdownRenderer {
  /** Renders a text in a thread; see `render` in rendering.ts. Equal texts requested at the same time are rendered once.
   *  Throws `unavailable` if too many texts are waiting. */
  render(text: string, name: string, author?: Author): Promise<Rendered>
  close(): Promise<void>
}

interface Options {
  /** Number of threads, each started on first use. */
  threads?: number
  /** Timeout for one text, in milliseconds. */
  timeoutMs?: number
  /** Length of the queue, in texts. */
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
    busy: () => new AppError('unavailable'),
  })
  // One request renders each text twice: to validate it, then to answer.
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

/** Whether too many texts were waiting to be rendered. */
export const isBusy = (error: unknown) => error instanceof AppError && error.code === 'unavailable'

/** For previews, which have a message of their own then. */
export function refusePreview(error: unknown): never {
  throw isBusy(error) ? new AppError('preview_unavailable') : error
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** HTML that shows a text line by line, as it was typed. */
export function plainText(text: string): string {
  return `<p>${escapeHtml(text).replace(/\r\n|\n|\r/g, '<br>\n')}</p>\n`
}
