import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect } from '../fixtures.ts'
import type { Opened } from './routes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const dialogOrMenu = 'dialog[open], [role="menu"]:popover-open'

/** Waits until the page has a heading, React has hydrated it, and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return (
      Boolean(heading?.checkVisibility()) && Object.keys(heading ?? {}).some((key) => key.startsWith('__reactFiber'))
    )
  })
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
    const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}

/** What the page reports to the console or fails to load, while it is open. */
export function reportsOf(page: Page): string[] {
  const reports: string[] = []
  const expected = /was preloaded using link preload|Service Worker registration blocked by Playwright/
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.test(message.text())) reports.push(message.text())
  })
  page.on('pageerror', (error) => reports.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    // A page that is left aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') reports.push(`failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) reports.push(`a status of ${response.status()}: ${response.url()}`)
  })
  return reports
}

/** All rules of axe on a phone in light colours, its colours on a laptop in dark ones, one first heading, and no sideways scroll
 *  between 360 and 1280 pixels nor with text twice as large. */
export async function checkLooks(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    problems.push(...(await sidewaysScroll(page, `${width} pixels`)))
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  problems.push(...(await sidewaysScroll(page, 'text at 200 %')))
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  const headings = await page.locator('h1:visible').count()
  if (headings !== 1) problems.push(`${headings} first headings`)
  problems.push(...(await violations(page, { rules: { 'target-size': { enabled: true } } })))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const colours = await violations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...problems, ...colours.map((one) => `dark: ${one}`)]
}

async function sidewaysScroll(page: Page, when: string): Promise<string[]> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // Maps and carousels follow a resize a moment later.
  await expect
    .poll(tooWide, { timeout: 1_000 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined)
  const by = await tooWide()
  return by > 0 ? [`scrolls sideways by ${by} pixels (${when})`] : []
}

async function violations(page: Page, options: RunOptions, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([given, selector]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const found = await axe.run(selector ?? document, { ...given, resultTypes: ['violations'], preload: false })
      return found.violations.map(({ id, nodes }) => {
        const places = nodes.map(
          ({ target, any }) => `${target.join(' ')} (${any.map((one) => one.message).join(' ')})`,
        )
        return `${id}: ${places.join(', ')}`
      })
    },
    [options, within] as const,
  )
}

/** Presses Tab through the page: each control is reached once, in the order of the page, with a visible focus ring. */
export async function checkKeyboard(page: Page): Promise<string[]> {
  const expected = await page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
    const isReachable = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      // Of radio buttons Tab reaches the chosen one.
      !element.matches(':disabled, input[type="radio"]:not(:checked)') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]')
    const all = [...document.querySelectorAll<HTMLElement>(controls)].filter(isReachable)
    const hasRing = (element: Element | null | undefined) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/\/ 0\)$|, 0\)$/.test(outlineColor)
    }
    const seen: Element[] = []
    const withoutRing: Element[] = []
    Object.assign(window, { sweep: { all, seen, withoutRing } })
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || seen.includes(target)) return
      seen.push(target)
      // The ring may be around its label, its field, or the card that it opens.
      const around = [target, target.parentElement, target.parentElement?.parentElement, target.nextElementSibling]
      if (target.matches('h2 a, h3 a')) around.push(target.closest('article'))
      if (!around.some(hasRing)) withoutRing.push(target)
    })
    return all.length
  })
  // A button that becomes disabled or a list that grows changes the count a little.
  await Promise.all(Array.from({ length: expected + 6 }, () => page.keyboard.press('Tab')))
  return page.evaluate(() => {
    const { all, seen, withoutRing } = (window as unknown as { sweep: Record<string, HTMLElement[]> }).sweep as {
      all: HTMLElement[]
      seen: HTMLElement[]
      withoutRing: HTMLElement[]
    }
    const nameOf = (element: HTMLElement) =>
      `<${element.localName}> ${element.ariaLabel ?? element.innerText.trim().slice(0, 40)}`
    // The comments replace their preview as it comes near, and give the focus on.
    const there = seen.filter((one) => one.isConnected)
    const isBehind = (place: number) =>
      place > 0 &&
      !((there[place - 1] as Node).compareDocumentPosition(there[place] as Node) & Node.DOCUMENT_POSITION_FOLLOWING)
    return [
      ...all
        .filter((one) => !seen.includes(one) && !one.matches(':disabled'))
        .map((one) => `${nameOf(one)} is not reached`),
      ...there.filter((_, place) => isBehind(place)).map((one) => `${nameOf(one)} comes too late`),
      ...withoutRing.map((one) => `${nameOf(one)} does not show the focus`),
    ]
  })
}

/** Opens a menu or dialog by keyboard: axe accepts it, it takes and keeps the focus, and Escape closes it and gives it back. */
export async function checkOpened(page: Page, { by: [name, item], dialog }: Opened): Promise<string[]> {
  const button = page.getByRole('button', { name, exact: true }).first()
  const menu = page.locator('[role="menu"]:popover-open')
  const surface = dialog === undefined ? menu : page.getByRole('dialog', { name: dialog })
  const hasFocus = () => surface.evaluate((element) => element.contains(document.activeElement))

  await button.press('Enter')
  if (item !== undefined) {
    await expect(menu.locator(':focus')).toBeVisible()
    await menu.getByRole('menuitem', { name: item }).press('Enter')
  }
  await expect(surface).toBeVisible()
  await expect.poll(hasFocus, { intervals: [10, 20, 50] }).toBe(true)
  await settle(page)
  const problems = await violations(page, { rules: { 'target-size': { enabled: true } } }, dialogOrMenu)
  const stops = await surface.locator('a[href], button, input, select, textarea').count()
  for (let stop = 0; stop <= stops; stop++) await page.keyboard.press(dialog === undefined ? 'ArrowDown' : 'Tab')
  // The browser's own bar may have it in between.
  const isOut = await surface.evaluate(
    (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
  )
  if (isOut) problems.push('lets the focus out')
  await page.keyboard.press('Escape')
  await expect(surface).toBeHidden()
  if (!(await button.evaluate((element) => element === document.activeElement)))
    problems.push('does not give the focus back')
  return problems.map((problem) => `${name} ${item ?? ''}: ${problem}`)
}
