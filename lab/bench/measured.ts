import { join } from 'node:path'
import { buildProduct, type Product, root, startProduct } from '../programs.ts'

/** The resources of the product's process after a forced garbage collection. Memory in bytes. */
export interface Held {
  rss: number
  heap: number
  external: number
  peak: number
  /** The number of active handles by kind, such as sockets and timers. */
  handles: Record<string, number>
  descriptors: number
  /** CPU seconds since its start. */
  cpu: number
}

/** Starts the built product with a module that measures its process. Linux only. */
export async function startMeasured(env: Record<string, string>) {
  const options = ['--expose-gc', '--import', join(root, 'lab', 'bench', 'probe.mjs')]
  const product: Product = await startProduct(await buildProduct(), env, options)
  return {
    port: Number(new URL(product.url).port),
    held: () => product.ask<Held>('held'),
    stop: () => product.end(),
  }
}
