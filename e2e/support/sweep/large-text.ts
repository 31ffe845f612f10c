import type { Page } from '@playwright/test'
import { browserOf } from './visit.ts'

/** What every fault of large text begins with. */
export const largeText = 'text at 200 %'

/** What is wrong with the page, or with the dialog above it, as it is open, where its reader has text twice as large: in the browser's settings, by which
 *  the breakpoints move as well, and where only the text is enlarged. */
export async function faultsOfLargeText(page: Page): Promise<string[]> {
  const browser = await browserOf(page)
  const faults: string[] = []
  const judge = async (way: string) => {
    const found = await page.evaluate(faultsOfFit)
    faults.push(...found.map((fault) => `${largeText}, ${way}: ${fault}`))
  }

  await page.evaluate(enlarge)
  await judge('enlarged')
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await judge('by the browser')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  return faults
}

/** Runs in the page, and notes which texts end in an ellipsis already: they are shortened at any size. */
function enlarge() {
  const isShortened = (element: Element) => element.scrollWidth > element.clientWidth
  Object.assign(window, { shortened: new Set([...document.querySelectorAll('.truncate')].filter(isShortened)) })
  document.documentElement.style.setProperty('font-size', '200%')
}

type Style = Pick<CSSStyleDeclaration, 'overflowX' | 'overflowY' | 'webkitLineClamp' | 'textOverflow' | 'position'>

interface Measures extends Style {
  box: DOMRect
}

/** Runs in the page: nothing scrolls sideways or sticks out, no text is cut off, and every control can be pressed. Of a page
 *  with a dialog above it that alone is judged. */
async function faultsOfFit(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { shortened } = window as unknown as { shortened: Set<Element> }
  const clipped = new Map<Element, boolean>()
  const measured = new Map<Element, Measures>()
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth} pixels`)
  const place = { x: window.scrollX, y: window.scrollY }
  const judged = document.querySelector('dialog[open]') ?? document.body
  for (const part of [judged, ...judged.querySelectorAll('.overflow-y-auto')]) {
    const over = part.scrollWidth - part.clientWidth
    if (judged !== document.body && over > 0) faults.push(`the dialog scrolls sideways by ${over} pixels`)
  }
  for (const text of textsIn(judged)) {
    const cut = cutOff(text)
    if (cut) faults.push(`'${text.data.trim().slice(0, 30)}' is cut off ${cut}`)
  }
  const controls = judged.querySelectorAll<HTMLElement>(
    'a[href]:not([href^="#"]), button, input, select, textarea, summary',
  )
  for (const control of controls)
    if (isShown(control) && isOutOfReach(control)) faults.push(`${nameOf(control)} is out of reach`)
  window.scrollTo(place.x, place.y)
  return faults

  function nameOf(element: HTMLElement) {
    return `<${element.localName}> ${element.ariaLabel ?? element.innerText.trim().slice(0, 30)}`
  }

  /** Not what only screen readers are told, nor what is drawn. */
  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    return !element.closest('[inert], [aria-hidden="true"]') && !isClippedAway(element)
  }

  function isClippedAway(element: Element): boolean {
    const known = clipped.get(element)
    if (known !== undefined) return known
    const around = element.parentElement
    const isAway = getComputedStyle(element).clipPath === 'inset(50%)' || (around !== null && isClippedAway(around))
    clipped.set(element, isAway)
    return isAway
  }

  function textsIn(root: Element): Text[] {
    const found: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if ((node as Text).data.trim() && node.parentElement && isShown(node.parentElement)) found.push(node as Text)
    }
    return found
  }

  /** Where a text is hidden by an element that does not scroll; what is shortened on purpose says so by its style. */
  function cutOff(text: Text): string {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (let around = text.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, webkitLineClamp, textOverflow, position, box } = measure(around)
      if (overflowX === 'auto' || overflowX === 'scroll' || webkitLineClamp !== 'none') return ''
      if (shortened.has(around)) return ''
      if (overflowX !== 'visible' && (right > box.right + 1 || left < box.left - 1)) {
        return textOverflow === 'ellipsis' ? 'at its end' : 'at its side'
      }
      if (overflowY !== 'visible' && overflowY !== 'auto' && (bottom > box.bottom + 4 || top < box.top - 4))
        return 'below'
      if (position === 'fixed') break
    }
    return right > clientWidth + 1 || left < -1 ? 'at the edge of the screen' : ''
  }

  /** Once for each element, because many texts stand in the same ones; nothing moves until all texts are judged. */
  function measure(element: Element): Measures {
    const known = measured.get(element)
    if (known) return known
    const { overflowX, overflowY, webkitLineClamp, textOverflow, position } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const measures = { overflowX, overflowY, webkitLineClamp, textOverflow, position, box }
    measured.set(element, measures)
    return measures
  }

  function isOutOfReach(control: HTMLElement): boolean {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    return points.every(([x, y]) => {
      const found = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return (
        !found || !(control.contains(found) || found.contains(control) || found.closest('label')?.contains(control))
      )
    })
  }
}
