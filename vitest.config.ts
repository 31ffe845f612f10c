import { defineConfig } from 'vitest/config'

const pure = [
  'contract/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  'server/**/*.pure.test.ts',
  '{scripts,lab}/**/*.test.ts',
]
const programs = ['server/**/*.program.test.ts', 'scripts/**/*.program.test.ts']
/** Left out by `npm run test:quick`. */
const long = process.env.TEST_QUICK ? ['server/**/*.long.test.ts'] : []

/** Files of one worker share their modules, which saves loading the server for each: what they hold on to belongs to a test. */
const together = { pool: 'threads', isolate: false } as const

/** A test's kind is in its file name; see CONTRIBUTING.md. */
export default defineConfig({
  test: {
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    // Tests of races and of killed processes do real work on real processes, beside journeys; a slow machine needs the time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a test waits for comes late where the machine is busy: a new connection to the database, above all.
    expect: { poll: { timeout: 30_000 } },
    // `npm test` names what held only then.
    retry: 1,
    // Node loads the built pages: Vitest would stop in the middle where a test ends first, for all later tests too.
    server: { deps: { external: [/\/build\/(th\/)?server\//] } },
    projects: [
      { extends: true, test: { ...together, name: 'pure', include: pure, exclude: programs } },
      {
        extends: true,
        test: {
          ...together,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...pure, ...programs, ...long],
          globalSetup: './server/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: programs,
          globalSetup: ['./scripts/build.mjs', './server/testing/programs/used-folder.ts'],
        },
      },
    ],
  },
})
