import { LRUCache } from 'lru-cache'
import type { Gate } from './gate.ts'

interface Keeping {
  /** How many may be made at the same time, and how many wait. */
  gate: Gate
  /** In bytes, of all together; what nobody asked for longest leaves first. */
  mostBytes: number
  /** In milliseconds; for as long as there is room where it is not given. */
  lifetime?: number
}

/** Makes each thing once for all who ask for it at the same time, by its key, and holds it in memory for a while. What could
 *  not be made is tried again by whoever asks next. */
export function makeOnce({ gate, mostBytes, lifetime = 0 }: Keeping) {
  const made = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }, key) => length + key.length,
    ttl: lifetime,
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
