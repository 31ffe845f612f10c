import { join } from 'node:path'
import { buildProduct, type Product, root, startProduct } from '../programs.ts'

/** What the product's process holds after a forced collection. Memory in bytes. */
export interface Held {
  rss: number
  heap: number
  external: number
  peak: number
  /** How many of each kind keep the process busy: sockets, timers. */
  handles: Record<string, number>
  descriptors: number
  /** Seconds of processor time since its start. */
  cpu: number
}

/** The built product, with a module that measures its process. Linux only. */
export async function startMeasured(env: Record<string, string>) {
  const options = ['--expose-gc', '--import', join(root, 'lab', 'bench', 'probe.mjs')]
  const product: Product = await startProduct(await buildProduct(), env, options)
  return {
    port: Number(new URL(product.url).port),
    held: () => product.ask<Held>('held'),
    stop: () => product.end(),
  }
}
