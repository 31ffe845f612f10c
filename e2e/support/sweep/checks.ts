import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, Request } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect, watchPage } from '../fixtures.ts'

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
  const usual = /was preloaded using link preload/
  watchPage(page, (report) => usual.test(report) || reports.push(report))
  return reports
}

/** The page in English, from laptop to phone. Structure and colours are the same in Thai. */
export async function checkEnglish(page: Page, opens: string[]): Promise<string[]> {
  const problems = await checkKeyboard(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: 'light' })
  problems.push(...dark.map((one) => `dark: ${one}`), ...(await checkWidths(page, [1280, 768, 360])))
  // The keyboard has scrolled to what is loaded only when it is near, such as the map.
  await settle(page)
  // It may cover content that can be scrolled into view.
  await page.evaluate(() => document.querySelector<HTMLElement>('.bulk-bar')?.style.setProperty('position', 'static'))
  problems.push(...(await page.evaluate(coveredControls)), ...(await violations(page, allRules)))
  for (const opened of opens) problems.push(...(await checkOpened(page, opened)))
  return problems
}

/** The page in Thai, from phone to laptop: texts and their widths. */
export async function checkThai(page: Page, users: RegExp): Promise<string[]> {
  const texts = (await page.evaluate(shownTexts)).map((text) => text.replace(users, '').replace(names, ''))
  const english = texts.filter(isEnglish).map((text) => `is in English: ${text}`)
  return [...english, ...(await checkWidths(page, [360, 768, 1280]))].map((one) => `in Thai: ${one}`)
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

/** Nothing is wider than the screen, and on a phone no text is cut at twice the size. */
async function checkWidths(page: Page, widths: number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    problems.push(...(await sidewaysScroll(page, `${width} pixels`)))
    if (width !== 360) continue
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    problems.push(...(await sidewaysScroll(page, 'text at 200 %')), ...(await page.evaluate(cutTexts)))
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  return problems
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

/** Holds Tab: it must reach every control, and each must show a focus ring. The order need not be checked: axe allows no
 *  `tabindex` above 0. */
async function checkKeyboard(page: Page): Promise<string[]> {
  const found = await page.evaluateHandle(() => {
    const isVisible = (one: HTMLElement) =>
      one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled') && !one.closest('[inert]')
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
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
    const problems = () =>
      all.flatMap((one) => {
        if (withRing.get(one) || !one.isConnected || !isVisible(one)) return []
        const problem = withRing.has(one) ? 'does not show the focus' : 'is not reached'
        return [`<${one.localName}> ${one.ariaLabel ?? one.innerText.trim().slice(0, 40)} ${problem}`]
      })
    return { all, problems }
  })
  const presses = (await found.evaluate(({ all }) => all.length)) + 1
  let problems: string[] = []
  // Some fields take several presses, and live updates may bring controls or move the focus.
  for (let turn = 0; turn < 3; turn++) {
    await Promise.all(Array.from({ length: presses }, () => page.keyboard.down('Tab')))
    await page.keyboard.up('Tab')
    problems = await found.evaluate(({ problems }) => problems())
    if (problems.length === 0) break
  }
  return problems
}

/** Runs in the page: controls with something over their centre, apart from their labels. */
function coveredControls(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('a[href], button, input, select, textarea, summary')].flatMap(
    (one) => {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(':disabled') || one.closest('[inert]'))
        return []
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const [box = new DOMRect()] = one.getClientRects()
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const label = one.closest('label') ?? one.labels?.[0]
      const isItsOwn = one.contains(top) || top?.contains(one) || label?.contains(top)
      if (box.width < 4 || top === null || isItsOwn) return []
      return [`${one.ariaLabel ?? one.innerText.slice(0, 40)} is covered by ${top.outerHTML.slice(0, 80)}`]
    },
  )
}

/** Opens a menu, a dialog, or a dialog from a menu, by keyboard: each must pass axe and keep the focus inside, and
 *  Escape must close the last and return the focus. */
async function checkOpened(page: Page, opened: string): Promise<string[]> {
  const [name = '', item] = opened.split(' > ')
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  await button.press('Enter')
  const problems = await checkSurface(page, item === undefined ? surfaces : menus)
  if (item !== undefined) {
    await page.locator(menus).getByRole('menuitem', { name: item }).press('Enter')
    problems.push(...(await checkSurface(page, dialogs)))
  }
  await page.keyboard.press('Escape')
  await expect(page.locator(surfaces)).toBeHidden()
  if (!(await button.evaluate((element) => element === document.activeElement)))
    problems.push('does not give the focus back')
  return problems.map((problem) => `${opened}: ${problem}`)
}

const menus = '[role="menu"]:popover-open'
const dialogs = 'dialog[open]'
const surfaces = `${dialogs}, ${menus}`

async function checkSurface(page: Page, selector: string): Promise<string[]> {
  const surface = page.locator(selector)
  const hasFocus = () => surface.evaluate((element) => element.contains(document.activeElement))
  await expect(surface).toBeVisible()
  await expect.poll(hasFocus, { intervals: [10, 20, 50] }).toBe(true)
  await settle(page)
  const problems = await violations(page, allRules, selector)
  const stops = await surface.locator('a[href], button, input, select, textarea').count()
  const key = (await surface.getAttribute('role')) === 'menu' ? 'ArrowDown' : 'Tab'
  for (let stop = 0; stop <= stops; stop++) await page.keyboard.press(key)
  // The focus may be in the browser's own toolbar in between.
  const isOnPage = await page.evaluate(() => document.activeElement !== document.body)
  if (isOnPage && !(await hasFocus())) problems.push('lets the focus out')
  return problems
}
