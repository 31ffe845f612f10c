import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { keepSession } from '../support/fixtures.ts'
import { keepOld } from '../support/live.ts'
import { desk, phone, type Screen } from './screen.ts'

const heights: Record<number, number> = { [phone]: 740, [desk]: 900 }
/** In pixels; longer pages are cut off. */
const maxHeight = 5_000

export interface Shot {
  file: string
  width: number
  scheme: 'light' | 'dark'
}

/** Brings the page into its state once, and takes pictures at each width, in light and dark. Throws if the page does
 *  not reach that state. */
export async function shoot(browser: Browser, baseURL: string, screen: Screen, folder: string): Promise<Shot[]> {
  const { widths = [phone, desk] } = screen
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(10_000)
  try {
    const page = await context.newPage()
    await keepOld(page)
    if (screen.as) await keepSession(page, screen.as)
    await resize(page, widths[0] ?? phone)
    await page.goto(screen.path)
    await settle(page)
    if (screen.act) {
      await screen.act(page)
      await settle(page)
    }
    const shots: Shot[] = []
    for (const width of widths) shots.push(...(await takeAt(page, width, screen, folder)))
    return shots
  } finally {
    await context.close()
  }
}

async function takeAt(page: Page, width: number, { name, onPaper }: Screen, folder: string): Promise<Shot[]> {
  const stem = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await resize(page, width)
  // Dialogs and menus are positioned on the screen; everything else is shown in full height.
  if ((await page.locator('dialog[open], :popover-open').count()) === 0) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(height, maxHeight) })
  }
  await page.evaluate(picturesThere)
  const shots: Shot[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, media: onPaper ? 'print' : 'screen' })
    const file = `${stem}-${width}-${scheme}.png`
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: path.join(folder, file), animations: 'disabled', timeout: 30_000 })
    shots.push({ file, width, scheme })
  }
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
  return shots
}

/** Runs in the page: waits at most two seconds for pictures that came into view with the last resize. */
async function picturesThere() {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const all = Promise.allSettled([...document.images].map((image) => image.decode()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))])
}

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: heights[width] ?? 900 })

/** Waits at most two seconds until nothing is loading; some screens show a loading state. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready.then(() => {}))
}
