import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { act } from './acts.ts'
import type { Judge } from './judged.ts'
import { faultsOfTabbing } from './keyboard.ts'
import { faultsOfChange, faultsOfLooks, widen } from './looks.ts'
import { faultsOfOpened } from './opened.ts'
import type { Row, Sight } from './sights.ts'
import type { Watched } from './visit.ts'
import type { Reader, World } from './world.ts'

interface Visit {
  page: Page
  watched: Watched
  judge: Judge
  world: World
  reader: Reader
  row: Row
  /** Whether the reader comes from another page of the product, which is not loaded anew. */
  fromWithin: boolean
}

/** Opens a route as a reader and says what is wrong. What others saw of it before, to the letter, is not looked at
 *  again, and what a reader is led to has a row of its own. */
export async function faultsOfRow({ page, watched, judge, world, reader, row, fromWithin }: Visit): Promise<string[]> {
  const path = row.path?.(world, reader) ?? row.pattern
  const sight = row.sees[reader]
  const troubles = () => watched.troubles().filter((trouble) => !row.reported?.test(trouble))
  const isTheirs = <T extends { for?: Reader[] }>(each: T) => each.for?.includes(reader) ?? true

  watched.leave()
  await widen(page, 360)
  const link = page.getByRole('contentinfo').locator(`a[href="${path}"]`)
  const byLink = row.inFooter === true && reader !== 'visitor' && (await link.count()) > 0
  if (byLink) await link.click()
  else if (fromWithin) await page.evaluate(goWithin, path)
  else await page.goto(path)
  const faults = await faultsOfSight(page, sight, path)
  await watched.atRest()
  if (typeof sight !== 'string' || faults.length > 0) return [...faults, ...troubles()]
  const { news, hasNewContent } = await judge.novelty(page)
  if (news !== 'nothing') {
    faults.push(...(await faultsOfLooks(page, judge, news)))
    // From a link Tab would not begin at the top; visitors have walked through the same content.
    if (hasNewContent && !byLink) faults.push(...(await faultsOfTabbing(page)))
    await widen(page, 360)
    for (const opened of row.opens?.filter(isTheirs) ?? [])
      faults.push(...(await faultsOfOpened(page, opened, { judge, watched })))
    for (const each of row.acts?.filter(isTheirs) ?? []) {
      await act(each, page, world)
      await watched.atRest()
      faults.push(...(await faultsOfChange(page, judge)))
    }
  }
  return [...faults, ...troubles()]
}

/** Runs in the page: leads on as a link does. */
function goWithin(path: string) {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { navigate(path: string): Promise<void> }
  }
  return router.navigate(path)
}

/** Whether the reader is where the table says, under the heading that it names. */
async function faultsOfSight(page: Page, sight: Sight, path: string): Promise<string[]> {
  const { led, heading } = typeof sight === 'string' ? { led: path, heading: sight } : sight
  const there = led.replace(/[?#].*/, '')
  try {
    await expect(page).toHaveURL(({ pathname }) => pathname === there, { timeout: 10_000 })
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading, { timeout: 10_000 })
    return []
  } catch {
    return [`leads to ${new URL(page.url()).pathname}, not to ${there} with the heading ${heading}`]
  }
}
