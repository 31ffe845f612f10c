import { register } from 'node:module'
import { defineConfig } from '@playwright/test'

register('./e2e/load-messages.mjs', import.meta.url)

/** Set by `npm test` when Playwright has no browser of its own: an installed Chromium. */
const executablePath = process.env.PLAYWRIGHT_CHROMIUM

const sweep = '**/sweep.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/support/product.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // A slow machine with two browsers on it needs the time.
  expect: { timeout: 30_000 },
  // `npm test` names what held only then.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    // First, because it takes longest, and because lists are short as long as no other journey has made events.
    { name: 'sweep', testMatch: sweep },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: sweep },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    // Every change of colour would otherwise be painted ten times.
    contextOptions: { reducedMotion: 'reduce' },
    // A journey's routes do not apply to a service worker's requests. Journeys about the worker allow it.
    serviceWorkers: 'block',
    // Recording every journey to keep the failed ones costs a third of all.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
