import type { Page } from '@playwright/test'
import { test as base, expect } from '../../support/fixtures.ts'
import { checkKeyboard, checkLooks, checkOpened, reportsOf, settle } from '../../support/sweep/checks.ts'
import { addFixtures, type Fixtures, storageOf, type User, users } from '../../support/sweep/fixtures.ts'
import { type Row, routes } from '../../support/sweep/routes.ts'

const test = base.extend<object, { fixtures: Fixtures }>({
  fixtures: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: `${process.env.PRODUCT_URL}` })
      await use(await addFixtures(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

test.slow()

for (const [part, rows] of Object.entries(routes)) {
  for (const user of users) {
    test(`${part} are accessible to each ${user}, on small and large screens`, async ({
      browser,
      request,
      fixtures,
      baseURL,
    }) => {
      const localStorage = await storageOf(request, fixtures, user)
      const storageState = { cookies: [], origins: [{ origin: `${baseURL}`, localStorage }] }
      // Other journeys test the service worker.
      const context = await browser.newContext({ storageState, reducedMotion: 'reduce', serviceWorkers: 'block' })
      await context.addInitScript(withoutTransitions)
      const page = await context.newPage()
      const reports = reportsOf(page)
      const problems: string[] = []
      for (const row of rows) {
        const found = await test.step(`${row.pattern} as ${user}`, () => check(page, row, fixtures, user))
        found.push(...reports.splice(0).filter((report) => !row.reported?.test(report)))
        problems.push(...found.map((problem) => `${row.pattern}: ${problem}`))
      }
      await context.close()
      expect(problems).toEqual([])
    })
  }
}

async function check(page: Page, row: Row, fixtures: Fixtures, user: User): Promise<string[]> {
  const path = row.path?.(fixtures, user) ?? row.pattern
  const sight = row.sees[user]
  const expected = typeof sight === 'string' ? { path: path.replace(/[?#].*/, ''), heading: sight } : sight
  await page.goto(path)
  await expect(page).toHaveURL(({ pathname }) => pathname === expected.path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(expected.heading)
  // The page that it redirects to is tested by itself.
  if (typeof sight !== 'string') return []
  await settle(page)
  const problems = await checkKeyboard(page)
  if (problems.length > 0) {
    // A live update may have moved the focus, so only repeated findings count.
    problems.length = 0
    await page.reload()
    await settle(page)
    problems.push(...(await checkKeyboard(page)))
  }
  problems.push(...(await checkLooks(page)))
  await page.setViewportSize({ width: 360, height: 800 })
  await settle(page)
  for (const opened of row.opens ?? []) {
    if (opened.for?.includes(user) ?? true) problems.push(...(await checkOpened(page, opened)))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  return problems
}

/** Runs in the page before its own code. Sticky bars are made static, because they may cover what can be scrolled into view. */
function withoutTransitions() {
  const still = new CSSStyleSheet()
  still.replaceSync(
    '*, ::before, ::after { transition: none !important; scroll-behavior: auto !important } .bulk-bar { position: static !important }',
  )
  document.adoptedStyleSheets = [still]
}
