import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const farthest = 80

/** Presses the key until the control has the focus, with a visible focus ring. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < farthest; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`${target} is not reached within ${farthest} presses of ${key}`)
}

/** Presses a button or link by keyboard alone. */
export async function pressByKey(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}
