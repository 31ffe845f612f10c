import { LRUCache } from 'lru-cache'
import type { Gate } from './gate.ts'

interface Options {
  /** How many may be made at once, and how many may wait. */
  gate: Gate
  /** In bytes, of all together; the least recently used is dropped first. */
  mostBytes: number
  /** If not given, as long as there is room. */
  lifetimeMs?: number
}

type Make = () => Promise<Buffer>

/** Makes each value once for all who ask for its key at the same time, and caches it for a while. A failure is retried by the
 *  next request. */
export function makeOnce({ gate, mostBytes, lifetimeMs = 0 }: Options) {
  const made = new LRUCache<string, Buffer, Make>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }, key) => length + key.length,
    ttl: lifetimeMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context: make }) => gate.run(make),
  })
  return (key: string, make: Make): Promise<Buffer> => made.forceFetch(key, { context: make })
}
