import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from '#server/lib/http/encodings.ts'

/** A rendered answer, ready to be sent to anybody who asks for the same address. */
export interface Page {
  status: number
  headers: Record<string, string>
  etag: string
  /** The body in the best encoding that `accepted` (an Accept-Encoding header) allows; each made at most once. */
  body(accepted: string): Promise<{ encoding: 'br' | 'gzip' | null; bytes: Buffer }>
}

interface Entry {
  page: Promise<Page>
  /** 0 until it is rendered. */
  bytes: number
}

const lifetime = 2_000
const maxEntries = 500
const maxBytes = 32 * 1024 * 1024

export function createPage(status: number, headers: Record<string, string>, bytes: Buffer): Page {
  const compressed = new Map<'br' | 'gzip', Promise<Buffer>>()
  const compress = (encoding: 'br' | 'gzip') => {
    const made = compressed.get(encoding) ?? (encoding === 'br' ? brotli(bytes) : promisify(gzip)(bytes))
    compressed.set(encoding, made)
    return made
  }
  return {
    status,
    headers,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    body: async (accepted) => {
      const encoding = bytes.length < 1_000 ? null : bestEncoding(accepted)
      return { encoding, bytes: encoding === null ? bytes : await compress(encoding) }
    },
  }
}

/**
 * Renders each address at most once in two seconds, however many ask at once: pages are rendered for visitors, without
 * anything personal. Holds a bounded number of pages and bytes; what nobody asked for longest leaves first.
 */
export function sharePages(
  render: (url: string) => Promise<{ page: Page; bytes: number }>,
  now = () => performance.now(),
) {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, url) => url.length + bytes,
    ttl: lifetime,
    ttlResolution: 0,
    perf: { now },
  })

  return (url: string): Promise<Page> => {
    const known = entries.get(url)
    if (known) return known.page

    const rendered = render(url)
    const entry: Entry = { page: rendered.then(({ page }) => page), bytes: 0 }
    entries.set(url, entry)
    const isHeld = () => entries.peek(url) === entry
    rendered.then(
      ({ page, bytes }) => {
        if (!isHeld()) return
        // A failure is not kept for the people who come after it.
        if (page.status >= 500) entries.delete(url)
        else entries.set(url, { ...entry, bytes }, { noUpdateTTL: true })
      },
      () => {
        if (isHeld()) entries.delete(url)
      },
    )
    return entry.page
  }
}

const brotli = (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

function bestEncoding(accepted: string): 'br' | 'gzip' | null {
  if (acceptsEncoding(accepted, 'br')) return 'br'
  return acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
}
