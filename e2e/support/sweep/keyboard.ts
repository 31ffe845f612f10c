import type { Page } from '@playwright/test'
import { widen } from './looks.ts'

interface Walk {
  expected: HTMLElement[]
  seen: HTMLElement[]
  /** Those on which nobody saw that they have the focus. */
  unseen: HTMLElement[]
}

/** Presses Tab from the top of the page to its end, and says what is not reached, comes in the wrong order, holds the
 *  focus, or does not show it. */
export async function faultsOfTabbing(page: Page): Promise<string[]> {
  await widen(page, 1280)
  await page.evaluate(afterTwoFrames)
  const count = await page.evaluate(startWalk)
  const most = count * 2 + 60
  for (let pressed = 0; pressed < most; ) {
    const batch = pressed === 0 ? count + 1 : 6
    await Promise.all(Array.from({ length: batch }, () => page.keyboard.press('Tab')))
    pressed += batch
    if (await page.evaluate(hasComeRound)) return page.evaluate(faultsOfWalk)
  }
  return ['Tab never comes round', ...(await page.evaluate(faultsOfWalk))]
}

/** Runs in the page: by then it has followed its new size, by which some buttons are on or off. */
function afterTwoFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Runs in the page, and answers how many stops there are to reach. */
function startWalk(): number {
  const all = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
  const isStop = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    // Of a group of radio buttons Tab reaches the chosen one.
    !element.matches('input[type="radio"]:not(:checked)') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert]')
  const expected = [...document.querySelectorAll<HTMLElement>(all)].filter(isStop)
  const walk: Walk = { expected, seen: [], unseen: [] }
  Object.assign(window, { walk })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || walk.seen.at(-1) === target) return
    walk.seen.push(target)
    if (!showsFocus(target)) walk.unseen.push(target)
  })
  return expected.length

  /** A ring around it, or around what stands for it: its label, its field, or the card that it opens. */
  function showsFocus(stop: HTMLElement): boolean {
    const bearers = [stop, stop.parentElement, stop.parentElement?.parentElement, stop.nextElementSibling]
    if (stop.matches('h2 a, h3 a')) bearers.push(stop.closest('article'))
    return bearers.some((bearer) => {
      if (!bearer) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(bearer)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/\/ 0\)$|, 0\)$/.test(outlineColor)
    })
  }
}

/** Runs in the page: whether the first stop has the focus again. */
function hasComeRound(): boolean {
  const { seen } = (window as unknown as { walk: Walk }).walk
  return seen.indexOf(seen[0] as HTMLElement, 1) > 0
}

/** Runs in the page. */
function faultsOfWalk(): string[] {
  const { expected, seen, unseen } = (window as unknown as { walk: Walk }).walk
  const stops = seen.slice(0, seen.indexOf(seen[0] as HTMLElement, 1))
  const faults: string[] = []
  const nameOf = (element: HTMLElement) =>
    `<${element.localName}> ${element.ariaLabel ?? element.innerText.trim().slice(0, 40)} ${element.id}`

  for (const element of expected) if (!stops.includes(element)) faults.push(`${nameOf(element)} is not reached`)
  stops.forEach((stop, place) => {
    const next = stops[place + 1]
    if (next && !(stop.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING)) {
      faults.push(`${nameOf(next)} comes after ${nameOf(stop)}`)
    }
    if (next && goesBack(stop, next)) faults.push(`${nameOf(next)} stands before ${nameOf(stop)}`)
    if (unseen.includes(stop)) faults.push(`${nameOf(stop)} does not show the focus`)
    // A button at the end of its carousel can no longer be pressed.
    if (stop.matches(':disabled')) return
    stop.focus()
    if (isCovered(stop)) faults.push(`${nameOf(stop)} is covered while it has the focus`)
  })
  return faults

  /** Whether the next stop in the same list, form or section is farther up, or to the left in the same line. */
  function goesBack(stop: HTMLElement, next: HTMLElement): boolean {
    const group = 'ul, ol, form, fieldset, nav, header, section, article, aside, main, footer, [aria-roledescription]'
    if (stop.parentElement?.closest(group) !== next.parentElement?.closest(group)) return false
    const [from, to] = [stop.getBoundingClientRect(), next.getBoundingClientRect()]
    const isAbove = to.bottom <= from.top && to.left < from.right
    const isLeft = to.top < from.bottom && from.top < to.bottom && to.right <= from.left
    return isAbove || isLeft
  }

  function isCovered(stop: HTMLElement): boolean {
    const { left, right, top, bottom } = stop.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    return points.every(([x, y]) => {
      const found = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return !found || !(stop.contains(found) || found.contains(stop) || found.closest('label')?.contains(stop))
    })
  }
}
