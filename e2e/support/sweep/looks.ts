import type { Page } from '@playwright/test'
import type { Judge, News } from './judged.ts'
import { faultsOfLargeText } from './large-text.ts'

type Scheme = 'light' | 'dark'

interface Look {
  width: number
  colorScheme: Scheme
  /** What axe judges: between both ends nothing is shown that neither shows, and another scheme changes colours alone. */
  judged: 'all' | 'colours' | 'nothing'
}

/** In this order, because each needs only one change from the one before, and in the last one Tab walks. */
const looks: Look[] = [
  { width: 360, colorScheme: 'light', judged: 'all' },
  { width: 360, colorScheme: 'dark', judged: 'colours' },
  { width: 768, colorScheme: 'dark', judged: 'nothing' },
  { width: 1280, colorScheme: 'dark', judged: 'colours' },
  { width: 1280, colorScheme: 'light', judged: 'all' },
]

/** Both ends and both schemes, in two looks. */
const changed: Look[] = [
  { width: 360, colorScheme: 'light', judged: 'all' },
  { width: 1280, colorScheme: 'dark', judged: 'all' },
]

/** What only its colours can have changed. */
const recoloured: Look[] = looks
  .filter(({ judged }) => judged !== 'nothing')
  .map((look) => ({ ...look, judged: 'colours' }))

/** What is wrong with what has changed on a page. */
export const faultsOfChange = (page: Page, judge: Judge) => faultsOf(page, judge, changed)

/** What is wrong with the page at each width in each scheme. */
export const faultsOfLooks = (page: Page, judge: Judge, news: News) =>
  faultsOf(page, judge, news === 'all' ? looks : recoloured)

async function faultsOf(page: Page, judge: Judge, chosen: Look[]): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme, judged } of chosen) {
    await widen(page, width)
    await paint(page, colorScheme)
    const found = judged === 'colours' ? [] : await layoutAtRest(page)
    if (judged === 'all') found.push(...(await judge.page(page, width, colorScheme)))
    if (judged === 'colours') found.push(...(await judge.colours(page, width, colorScheme)))
    if (width === 360 && judged === 'all') found.push(...(await faultsOfLargeText(page)))
    faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
  }
  return faults
}

/** Gives the page a width, where it has another. */
export async function widen(page: Page, width: number) {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
}

const painted = new WeakMap<Page, Scheme>()

/** Shows the page in a scheme, where it stands in the other. */
export async function paint(page: Page, colorScheme: Scheme) {
  if ((painted.get(page) ?? 'light') === colorScheme) return
  painted.set(page, colorScheme)
  await page.emulateMedia({ colorScheme })
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
