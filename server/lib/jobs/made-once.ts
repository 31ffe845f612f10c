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

/** Makes each value once for all who ask for its key at the same time, and caches it for a while. A failure is retried by the
 *  next request. */
export function makeOnce({ gate, mostBytes, lifetimeMs = 0 }: Options) {
  const made = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }, key) => length + key.length,
    ttl: lifetimeMs,
  })
  const underway = new Map<string, Promise<Buffer>>()

  return (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const known = made.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const making = underway.get(key) ?? gate.run(make)
    if (underway.has(key)) return making
    underway.set(key, making)
    making.then(
      (thing) => {
        made.set(key, thing)
        underway.delete(key)
      },
      () => underway.delete(key),
    )
    return making
  }
}
