import { type Browser, test as base, expect } from '@playwright/test'
import { keepSession } from '../../support/fixtures.ts'
import { checkEnglish, checkThai, reportsOf, settle } from '../../support/sweep/checks.ts'
import { addFixtures, type Fixtures } from '../../support/sweep/fixtures.ts'
import { redirects, routes, type User } from '../../support/sweep/routes.ts'

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

/** Each user's page stays open, because a new one loads all code again. */
const pages = new Map<User, ReturnType<typeof open>>()

function pageOf(user: User, browser: Browser, fixtures: Fixtures) {
  const page = pages.get(user) ?? open(user, browser, fixtures)
  pages.set(user, page)
  return page
}

async function open(user: User, browser: Browser, { people }: Fixtures) {
  const page = await browser.newPage({ baseURL: `${process.env.PRODUCT_URL}` })
  const person = people[user]
  if (person) await keepSession(page, person)
  return { page, reports: reportsOf(page) }
}

test.slow()

test('pages redirect those who may not open them', async ({ browser, fixtures }) => {
  for (const [user, path, to] of redirects) {
    const { page, reports } = await pageOf(user, browser, fixtures)
    await page.goto(fixtures.fill(path))
    await expect(page).toHaveURL(fixtures.fill(to))
    await settle(page)
    expect(reports.splice(0), path).toEqual([])
  }
})

for (const user of Object.keys(routes) as User[]) {
  for (const row of routes[user]) {
    test(`${row.path} is accessible to the ${user}, on small and large screens`, async ({ browser, fixtures }) => {
      const { page, reports } = await pageOf(user, browser, fixtures)
      const path = fixtures.fill(row.path)

      await page.goto(path)
      await expect(page).toHaveURL(({ pathname }) => pathname === path.replace(/[?#].*/, ''))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(row.heading)
      await settle(page)
      const problems = await checkEnglish(page, row.opens)
      await page.goto(`/th${path === '/' ? '' : path}`, { referer: `${process.env.PRODUCT_URL}` })
      await settle(page)
      problems.push(...(await checkThai(page, fixtures.texts)))

      expect([...problems, ...reports.splice(0).filter((report) => !row.errors?.test(report))]).toEqual([])
    })
  }
}
