import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

const dark = 'rgb(13, 13, 21)'

test('dark mode applies in every tab, before code runs and after logging out', async ({
  page,
  context,
  pageProblems,
}) => {
  await page.goto('/legal/cookie-policy')
  const other = await context.newPage()
  pageProblems.watch(other)
  await other.goto('/legal/cookie-policy')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()

  await page.getByRole('radio', { name: 'System' }).press('ArrowLeft')

  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await coloursOf(other)).toEqual({ ground: dark, bar: '#1b1821' })

  // Logging out does this. Only the HTML loads, as before the code arrives.
  await other.evaluate(() => localStorage.clear())
  pageProblems.allow(/ERR_FAILED|^failed:/)
  await other.route('**/assets/*.js', (route) => route.abort())
  await other.reload({ waitUntil: 'load' })
  expect(await coloursOf(other)).toEqual({ ground: dark, bar: '#1b1821' })
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the scheme follows the browser by default; a choice applies offline; print is light', async ({
    page,
    pageProblems,
  }) => {
    // Prefetches may still be loading when the network is cut.
    pageProblems.allow(/503|ERR_INTERNET_DISCONNECTED|ERR_FAILED|^failed: /)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/legal/cookie-policy')
    expect((await coloursOf(page)).ground).toBe(dark)

    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    expect((await coloursOf(page)).ground).not.toBe(dark)

    await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
    await page.getByRole('radio', { name: 'Light' }).check({ force: true })
    expect((await coloursOf(page)).bar).toBe('#ffffff')
    expect((await coloursOf(page)).ground).not.toBe(dark)

    await page.emulateMedia({ colorScheme: 'dark', media: 'screen', forcedColors: 'active' })
    // An icon with its own colour, which browsers do not force, could be invisible on the system's background.
    const search = page.getByRole('complementary').locator('label svg')
    const isAsAround = (icon: Element) =>
      getComputedStyle(icon).color === getComputedStyle(icon.parentElement as Element).color
    await expect.poll(() => search.evaluate(isAsAround)).toBe(true)

    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.context().setOffline(true)
    await page.evaluate(() => localStorage.setItem('scheme', 'dark'))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/discover')

    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    expect((await coloursOf(page)).ground).toBe(dark)
  })
})

/** The page's background and the browser's theme colour. */
function coloursOf(page: Page) {
  return page.evaluate(() => {
    const brush = document.createElement('canvas').getContext('2d')
    if (brush === null) throw new Error('there is no canvas')
    brush.fillStyle = getComputedStyle(document.body).backgroundColor
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const bar = bars.find(({ media }) => matchMedia(media).matches)?.content
    return { ground: `rgb(${red}, ${green}, ${blue})`, bar }
  })
}
