import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import type { Judge } from './judged.ts'
import { faultsOfLargeText } from './large-text.ts'
import { paint } from './looks.ts'
import type { Opened } from './sights.ts'
import type { Watched } from './visit.ts'

/** Opens a menu or a dialog by keyboard and says what is wrong with it: it takes the focus, keeps it, closes on Escape
 *  and gives the focus back to the button. */
export async function faultsOfOpened(
  page: Page,
  opened: Opened,
  { judge, watched }: { judge: Judge; watched: Watched },
): Promise<string[]> {
  const [name, item] = opened.by
  const button = page.getByRole('button', { name, exact: true }).first()
  const menu = page.locator('[role="menu"]:popover-open')
  const surface = opened.dialog === undefined ? menu : page.getByRole('dialog', { name: opened.dialog })
  const faults: string[] = []
  const inside = () => surface.evaluate((element) => element.contains(document.activeElement))

  if (!(await button.waitFor({ timeout: 5_000 }).then(yes, no))) return [`${name} is not there`]
  await button.focus()
  await page.keyboard.press('Enter')
  if (item !== undefined) {
    // The menu takes the focus a moment after it has opened.
    await expect(menu.locator(':focus')).toBeVisible()
    await menu.getByRole('menuitem', { name: item }).press('Enter')
  }
  await expect(surface).toBeVisible()
  await expect.poll(inside, { intervals: [10, 20, 50] }).toBe(true)
  await watched.atRest()
  const news = await judge.noveltyAbove(page)
  if (news !== 'nothing') {
    await paint(page, 'dark')
    faults.push(...(await judge.above(page, news)))
    await paint(page, 'light')
    faults.push(...(await judge.above(page, 'colours')))
  }
  // A menu leaves with its button, which large text moves out of sight.
  if (opened.dialog !== undefined && news === 'all') faults.push(...(await faultsOfLargeText(page)))
  const stops = await surface.locator('a[href], button, input, select, textarea').count()
  const key = opened.dialog === undefined ? 'ArrowDown' : 'Tab'
  await surface.evaluate(watchFocus)
  await Promise.all(Array.from({ length: stops + 1 }, () => page.keyboard.press(key)))
  if (await surface.evaluate(hasLetOut)) faults.push('lets the focus out')
  await page.keyboard.press('Escape')
  await expect(surface).toBeHidden()
  const hasFocus = await button.evaluate((element) => element === document.activeElement)
  if (!hasFocus) faults.push('does not give the focus back')
  return faults.map((fault) => `${opened.by.join(', ')}: ${fault}`)
}

/** Runs in the page: notes what has the focus from now on outside of the menu or dialog. */
function watchFocus(surface: Element) {
  const outside: EventTarget[] = []
  Object.assign(window, { outside })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && target !== document.body && !surface.contains(target)) outside.push(target)
  })
}

/** Runs in the page. */
function hasLetOut(surface: Element): boolean {
  const { outside } = window as unknown as { outside: EventTarget[] }
  const isOut = document.activeElement !== document.body && !surface.contains(document.activeElement)
  return isOut || outside.length > 0
}

const yes = () => true
const no = () => false
