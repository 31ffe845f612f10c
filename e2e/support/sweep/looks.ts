import type { Page } from '@playwright/test'
import type { Judge } from './judged.ts'
import { faultsOfLargeText } from './large-text.ts'

/** In this order, because each needs only one change from the one before. */
const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const

/** What is wrong with what has changed on a page: both ends and both schemes, in two looks. */
export const faultsOfChange = (page: Page, judge: Judge) =>
  faultsOf(
    page,
    judge,
    looks.filter(({ width, colorScheme }) => (width === 360 ? 'light' : 'dark') === colorScheme && width !== 768),
  )

/** What is wrong with the page at each width in each scheme. */
export const faultsOfLooks = (page: Page, judge: Judge) => faultsOf(page, judge, looks)

async function faultsOf(page: Page, judge: Judge, chosen: readonly (typeof looks)[number][]): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme } of chosen) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const found = await layoutAtRest(page)
    found.push(...(await judge.page(page, width, colorScheme)))
    if (width === 360 && colorScheme === 'light') found.push(...(await faultsOfLargeText(page)))
    faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
  }
  return faults
}

/** What measures itself, such as a map, follows a resize a moment later. */
async function layoutAtRest(page: Page): Promise<string[]> {
  const faults = await page.evaluate(faultsOfLayout)
  if (faults.length === 0) return faults
  await page.waitForTimeout(500)
  return page.evaluate(faultsOfLayout)
}

/** Runs in the page: one heading that is seen, and nothing that makes the page scroll sideways. */
function faultsOfLayout(): string[] {
  const faults: string[] = []
  const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility())
  if (headings.length !== 1) faults.push(`${headings.length} first headings`)
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth} pixels`)
  return faults
}
