import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, Request } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect, watchPage } from '../fixtures.ts'
import type { Opened } from './routes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** All rules, including one that is off by default. */
const allRules = { rules: { 'target-size': { enabled: true } } }

/** Waits until the page has a heading, is hydrated, and has loaded everything. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading?.checkVisibility() && Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
  })
  for (let idle = 0, turns = 0; idle < 4 && turns < 60; turns++) {
    await page.waitForTimeout(25)
    idle = pending.get(page)?.size ? 0 : idle + 1
  }
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** The unanswered requests of each page, without its live stream, which stays open. */
const pending = new WeakMap<Page, Set<Request>>()

/** Collects the page's console messages and failed requests. Call it before `settle`, which depends on it. */
export function reportsOf(page: Page): string[] {
  const sent = new Set<Request>()
  pending.set(page, sent)
  page.on('request', (request) => /\/live(\?|$)/.test(request.url()) || sent.add(request))
  page.on('requestfinished', (request) => sent.delete(request))
  page.on('requestfailed', (request) => sent.delete(request))
  const reports: string[] = []
  const usual = /was preloaded using link preload|Service Worker registration blocked by Playwright/
  watchPage(page, (report) => usual.test(report) || reports.push(report))
  return reports
}

/** On a phone: one h1, nothing wider than the screen, and no text cut at twice the size. */
export async function checkPhone(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 800 })
  // It may cover content that can be scrolled into view.
  await page.evaluate(() => document.querySelector<HTMLElement>('.bulk-bar')?.style.setProperty('position', 'static'))
  const problems = await sidewaysScroll(page, '360 pixels')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  problems.push(...(await sidewaysScroll(page, 'text at 200 %')), ...(await page.evaluate(cutTexts)))
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if ((await page.locator('h1:visible').count()) !== 1) problems.push('has not one first heading')
  return problems
}

/** The same page in Thai, as `checkPhone` and `checkLaptop`, with all axe rules and no English. The rules look at structure and
 *  colours, which the languages share. */
export async function checkThai(page: Page, path: string, users: RegExp): Promise<string[]> {
  await page.goto(`/th${path === '/' ? '' : path}`, { referer: `${process.env.PRODUCT_URL}` })
  await settle(page)
  const english = (await page.evaluate(shownTexts)).filter((text) =>
    isEnglish(text.replace(users, '').replace(names, '')),
  )
  const problems = [...english.map((text) => `is in English: ${text}`), ...(await checkPhone(page))]
  return [
    ...problems,
    ...(await violations(page, allRules)),
    ...(await checkLaptop(page)),
    ...(await checkDark(page)),
  ].map((one) => `in Thai: ${one}`)
}

/** What Thai texts use as it is: names, addresses and codes. */
const names =
  /\b(Ruam|LINE|Webhook|OpenStreetMap|Service worker|read|door|attendees|SIL Open Font License|MIT|Table)\b|https?:\S+|www\.\S+|\S+@\S+|[\w-]*\.(com|example)\b|“[^”]*|[A-Z0-9]{4}(-[A-Z0-9]{4})?/g

/** A word without Thai beside it, or three in a row. */
const isEnglish = (text: string) =>
  /[ก-๙]/.test(text) ? /([A-Za-z]{2,} ){2}[A-Za-z]{2,}/.test(text) : /[A-Za-z]{3}/.test(text)

/** Runs in the page: all visible texts, and those for screen readers. */
function shownTexts(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('body *:not(code, code *, pre *, [lang])')].filter((one) =>
    one.checkVisibility(),
  )
  const texts = shown.flatMap((one) => [
    ...[...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((text) => text.textContent ?? ''),
    ...['aria-label', 'alt', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  ])
  return [...new Set([document.title, ...texts.map((text) => text.trim())])]
}

/** On larger screens: nothing wider than the screen. */
export async function checkLaptop(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    problems.push(...(await sidewaysScroll(page, `${width} pixels`)))
  }
  return problems
}

/** Enough contrast in dark mode. */
async function checkDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const colours = await violations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return colours.map((one) => `dark: ${one}`)
}

/** Waits, because maps and carousels react to a resize with a delay. */
async function sidewaysScroll(page: Page, when: string): Promise<string[]> {
  const isNarrow = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  const fits = await page.waitForFunction(isNarrow, undefined, { timeout: 5_000 }).catch(() => null)
  return fits === null ? [`scrolls sideways (${when})`] : []
}

/** Runs in the page: texts that are partly hidden without an ellipsis. Carousels and boxes of one pixel, for screen
 *  readers, hide text on purpose. */
function cutTexts(): string[] {
  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    let box = text.parentElement
    if (!text.textContent?.trim() || !box?.checkVisibility() || box.closest('[aria-hidden="true"], ul')) continue
    while (box !== null && getComputedStyle(box).overflow !== 'hidden') box = box.parentElement
    if (box === null || getComputedStyle(box).textOverflow === 'ellipsis' || box.closest('[class*="line-clamp"]'))
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
    const isCut = [inner.right - outer.right, inner.bottom - outer.bottom, outer.left - inner.left].some((by) => by > 2)
    if (isCut && outer.width > 1) cut.push(`'${text.textContent.trim().slice(0, 40)}' is cut (text at 200 %)`)
  }
  return cut
}

async function violations(page: Page, options: RunOptions, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(
    async ([given, selector]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const results = await axe.run(selector ?? document, { ...given, resultTypes: ['violations'], preload: false })
      return results.violations.map(({ id, nodes }) => nodes.map(({ target, any }) => ({ id, target, any })))
    },
    [options, within] as const,
  )
  return found.flat().map(({ id, target, any }) => `${id}: ${target} (${any.map((one) => one.message).join(' ')})`)
}

/** Presses Tab through the page: it must reach every control, each must show a focus ring, and nothing may cover it
 *  on a phone. The order need not be checked: axe allows no `tabindex` above 0. */
export async function checkControls(page: Page): Promise<string[]> {
  const found = await page.evaluateHandle(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
    const isVisible = (one: HTMLElement) =>
      one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled') && !one.closest('[inert]')
    // Tab reaches only the chosen radio button of a group.
    const all = [...document.querySelectorAll<HTMLInputElement>(controls)].filter(
      (one) => one.tabIndex >= 0 && !one.matches('[type="radio"]:not(:checked)') && isVisible(one),
    )
    const withRing = new Map<Element, boolean>()
    const hasRing = (element: Element | null | undefined) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/\/ 0\)$|, 0\)$/.test(outlineColor)
    }
    document.addEventListener('focusin', ({ target: one }) => {
      if (!(one instanceof Element)) return
      // The ring may be on its label, its field, or the card that it opens.
      const around = [one, one.parentElement, one.parentElement?.parentElement, one.nextElementSibling]
      if (one.matches('h2 a, h3 a')) around.push(one.closest('article'))
      withRing.set(one, around.some(hasRing) || withRing.get(one) === true)
    })
    /** The element over its centre, apart from its label. */
    const coverOf = (one: HTMLInputElement) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const [box = new DOMRect()] = one.getClientRects()
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const label = one.closest('label') ?? one.labels?.[0]
      const isItsOwn = one.contains(top) || top?.contains(one) || label?.contains(top)
      return box.width < 4 || top === null || isItsOwn
        ? ''
        : `is covered by <${top.localName} class="${top.className}">`
    }
    const list = (problemOf: (one: HTMLInputElement) => string | false) =>
      all.flatMap((one) => {
        const problem = one.isConnected && isVisible(one) && problemOf(one)
        return problem ? [`<${one.localName}> ${one.ariaLabel ?? one.innerText.trim().slice(0, 40)} ${problem}`] : []
      })
    return { all, withRing, coverOf, list }
  })
  // Comments that come near meanwhile bring more controls.
  const presses = (await found.evaluate(({ all }) => all.length)) + 25
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')))
  const problems = await found.evaluate(({ withRing, list }) =>
    list((one) => !withRing.get(one) && (withRing.has(one) ? 'does not show the focus' : 'is not reached')),
  )
  await page.setViewportSize({ width: 360, height: 800 })
  return [...problems, ...(await found.evaluate(({ coverOf, list }) => list(coverOf)))]
}

/** Opens a menu or dialog by keyboard: it must pass axe and keep the focus inside, and Escape must close it and
 *  return the focus. */
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
  const problems = await violations(page, allRules, 'dialog[open], [role="menu"]:popover-open')
  const stops = await surface.locator('a[href], button, input, select, textarea').count()
  for (let stop = 0; stop <= stops; stop++) await page.keyboard.press(dialog === undefined ? 'ArrowDown' : 'Tab')
  // The focus may be in the browser's own toolbar in between.
  const isOnPage = await page.evaluate(() => document.activeElement !== document.body)
  if (isOnPage && !(await hasFocus())) problems.push('lets the focus out')
  await page.keyboard.press('Escape')
  await expect(surface).toBeHidden()
  if (!(await button.evaluate((element) => element === document.activeElement)))
    problems.push('does not give the focus back')
  return problems.map((problem) => `${name} ${item ?? ''}: ${problem}`)
}
