import type { Page } from '@playwright/test'
import { test as base, expect, keepSession } from '../../support/fixtures.ts'
import {
  checkControls,
  checkLaptop,
  checkOpened,
  checkPhone,
  checkThai,
  reportsOf,
  settle,
} from '../../support/sweep/checks.ts'
import { addFixtures, type Fixtures } from '../../support/sweep/fixtures.ts'
import { login, type Row, routes, type User, users } from '../../support/sweep/routes.ts'

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
  // These pages are the same for everybody.
  for (const user of part === 'the information pages' ? users.slice(0, 1) : users) {
    test(`${part} are accessible to each ${user}, on small and large screens`, async ({ browser, fixtures }) => {
      // Other journeys test the service worker.
      const page = await browser.newPage({ serviceWorkers: 'block' })
      const person = fixtures.people[user]
      if (person) await keepSession(page, person)
      const reports = reportsOf(page)
      const problems: string[] = []
      for (const row of rows) {
        if (!isToCheck(row, user)) continue
        const found = await test.step(`${row.pattern} as ${user}`, () => check(page, row, fixtures, user))
        found.push(...reports.splice(0).filter((report) => !row.reported?.test(report)))
        problems.push(...found.map((problem) => `${row.pattern}: ${problem}`))
      }
      await page.close()
      expect(problems).toEqual([])
    })
  }
}

function isToCheck({ sees, openedBy }: Row, user: User): boolean {
  if (openedBy !== undefined) return openedBy.includes(user)
  const before = users.slice(0, users.indexOf(user))
  return typeof sees[user] === 'string' && before.every((one) => sees[one] !== sees[user])
}

/** Checks that the page is the right one, and everything on it. */
async function check(page: Page, row: Row, fixtures: Fixtures, user: User): Promise<string[]> {
  const path = typeof row.path === 'function' ? row.path(fixtures, user) : (row.path ?? row.pattern)
  const view = row.sees[user]
  const expected = typeof view === 'string' ? { path: path.replace(/[?#].*/, ''), heading: view } : view
  await page.goto(path)
  await expect(page).toHaveURL(({ pathname }) => pathname === expected.path)
  if (view === login) expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(expected.heading)
  // The page it redirects to is tested separately.
  if (typeof view !== 'string') return []
  await settle(page)
  let problems = await checkControls(page)
  if (problems.length > 0) {
    // A live update may have moved the focus, so only findings that occur twice count.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await settle(page)
    problems = await checkControls(page)
  }
  problems.push(...(await checkPhone(page)))
  for (const opened of row.opens ?? []) {
    if (opened.for.includes(user)) problems.push(...(await checkOpened(page, opened)))
  }
  problems.push(...(await checkLaptop(page)))
  return [...problems, ...(await checkThai(page, path, fixtures.texts))]
}
