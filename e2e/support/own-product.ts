import { test as base } from './fixtures.ts'
import { startProduct } from './product.ts'

export { expect } from './fixtures.ts'

/** For journeys that need their own server with these settings. */
export function testWith(settings: Record<string, string>) {
  return base.extend<object, { address: string }>({
    address: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
      async ({}, use) => {
        const product = await startProduct(settings)
        await use(product.address)
        await product.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ address }, use) => use(address),
  })
}
