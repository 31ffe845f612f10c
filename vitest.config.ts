import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: ['./server/testing/global-setup.ts', './server/testing/bundle-programs.mjs'],
    // Tests of races and of killed processes do real work on real processes; a slow machine needs the time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
