import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** The parts of every page. */
const parts = [
  'header:not(main *)',
  'main',
  'footer:not(main *)',
  'aside[aria-label="Sidebar"]',
  'nav[aria-label="Quick"]',
]
const above = 'dialog[open], [role="menu"]:popover-open'

const all: RunOptions = { rules: { 'target-size': { enabled: true } } }
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

export type Judge = ReturnType<typeof startJudge>

/** What breaks WCAG 2.2 AA or axe's best practice, one line for each rule. A part of a page that was judged before, to
 *  the letter, is passed over: most of what the three readers see is the same. In other colours, those of the other
 *  role or scheme, its colours are judged again. Pages have axe in them. */
export function startJudge() {
  const known = new Set<string>()

  /** The parts of the page that were there the last times that this was asked of `layout`, those that were so in other
   *  colours, and those that were not there. */
  async function sift(page: Page, layout: string, scheme = '', selectors = parts) {
    const sifted: Record<'old' | 'recoloured' | 'fresh', string[]> = { old: [], recoloured: [], fresh: [] }
    for (const { selector, role, text } of await page.evaluate(textsOf, selectors)) {
      const [key, inColours] = [`${layout} ${text}`, `${layout} ${scheme} ${role} ${text}`]
      sifted[known.has(inColours) ? 'old' : known.has(key) ? 'recoloured' : 'fresh'].push(selector)
      known.add(key).add(inColours)
    }
    return sifted
  }

  return {
    /** Whether anything on the page was not there on those before, in this role's colours, and whether anything of what
     *  it contains was not there at all. */
    async novelty(page: Page): Promise<{ isNew: boolean; hasNewContent: boolean }> {
      const { recoloured, fresh } = await sift(page, 'whole')
      return { isNew: recoloured.length + fresh.length > 0, hasNewContent: fresh.includes('main') }
    },
    /** The whole page, by all that axe knows; what other colours cannot change, once for each width. */
    async page(page: Page, width: number, scheme: 'light' | 'dark'): Promise<string[]> {
      const { old, recoloured, fresh } = await sift(page, `${width}`, scheme)
      const faults: string[] = []
      if (fresh.length > 0) {
        faults.push(...(await page.evaluate(runAxe, { within: { exclude: [...old, ...recoloured] }, options: all })))
      }
      if (recoloured.length > 0) {
        // What stands outside of the parts is judged along with them.
        const within = fresh.length > 0 ? { include: recoloured } : { exclude: old }
        faults.push(...(await page.evaluate(runAxe, { within, options: colours })))
      }
      return faults
    },
    /** Whether the menu or dialog above the page was not there before, whatever its colours. */
    isNewAbove: async (page: Page) => (await sift(page, 'above', '', [above])).fresh.length > 0,
    /** The menu or dialog above the page, by all that axe knows or by its colours alone. */
    above: (page: Page, rules: 'all' | 'colours') =>
      page.evaluate(runAxe, { within: { include: [above] }, options: rules === 'all' ? all : colours }),
  }
}

/** Runs in the page: what stands in each part that is there, without ids that differ from page to page, and whose
 *  colours it has. */
function textsOf(selectors: string[]) {
  const role = document.documentElement.dataset.role ?? ''
  return selectors.flatMap((selector) => {
    const html = document.querySelector(selector)?.outerHTML
    return html === undefined ? [] : [{ selector, role, text: html.replace(/_[rR]_\w+_/g, '') }]
  })
}

/** Runs in the page after axe, which reads the numbers of a colour from its text anew for each element: a fifth of its
 *  time. */
export function rememberColours() {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } }
  interface Colour {
    parseString(text: string): Colour
    r: number
    g: number
    b: number
    alpha: number
  }
  const colour = axe.commons.color.Color.prototype
  const parse = colour.parseString
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>()
  colour.parseString = function (text) {
    const numbers = known.get(text)
    if (numbers) return Object.assign(this, numbers)
    const { r, g, b, alpha } = parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

type Within = { include: string[] } | { exclude: string[] }

/** Runs in the page. */
async function runAxe({ within, options }: { within: Within; options: RunOptions }) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(within, { ...options, resultTypes: ['violations'], preload: false })
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, any }) => `${target.join(' ')} (${any.map(({ message }) => message).join(' ')})`)
    return `${id}: ${where.join(', ')}`
  })
}
