import { defineConfig } from 'vitest/config'

/** What `npm run check:faults` runs on the makers of the server's tests. */
export default defineConfig({
  test: {
    include: ['lab/faults/calls/broken-off.ts'],
    globalSetup: './server/testing/global-setup.ts',
    testTimeout: 600_000,
  },
})
