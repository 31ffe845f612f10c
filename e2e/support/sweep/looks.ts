import type { Page } from '@playwright/test'
import type { Judge } from './judged.ts'

/** In this order, because each needs only one change from the one before. */
const looks = [
  { width: 360, colorScheme: 'light', axe: 'all' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark', axe: 'all' },
  { width: 1280, colorScheme: 'light', axe: 'only here' },
  { width: 360, colorScheme: 'dark', axe: 'only here' },
] as const

/** What is wrong with what has changed on a page: the two looks that are judged whole. */
export const faultsOfChange = (page: Page, judge: Judge) =>
  faultsOf(
    page,
    judge,
    looks.filter((look) => 'axe' in look && look.axe === 'all'),
  )

/** What is wrong with the page at each width in each scheme. Two looks are judged whole, and between them every rule at
 *  both ends and both schemes; of the other two only what is not seen at the other width. In between the layout alone
 *  differs. */
export const faultsOfLooks = (page: Page, judge: Judge) => faultsOf(page, judge, looks)

async function faultsOf(page: Page, judge: Judge, chosen: readonly (typeof looks)[number][]): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme, ...judged } of chosen) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const found = await layoutAtRest(page, width)
    if ('axe' in judged) {
      found.push(...(judged.axe === 'all' ? await judge.page(page, `${width}`) : await judge.onlyHere(page, width)))
    }
    faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
  }
  return faults
}

/** What measures itself, such as a map, follows a resize a moment later. */
async function layoutAtRest(page: Page, width: number): Promise<string[]> {
  const faults = await page.evaluate(faultsOfLayout, width)
  if (faults.length === 0) return faults
  await page.waitForTimeout(500)
  return page.evaluate(faultsOfLayout, width)
}

/** Runs in the page: one heading that is seen, and nothing that makes the page scroll sideways. Notes which elements
 *  are seen at this width. */
function faultsOfLayout(width: number): string[] {
  const faults: string[] = []
  const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility())
  if (headings.length !== 1) faults.push(`${headings.length} first headings`)
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth} pixels`)
  const seen = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const noted = (window as { seenAt?: Record<number, Element[]> }).seenAt
  Object.assign(window, { seenAt: { ...noted, [width]: seen } })
  return faults
}
