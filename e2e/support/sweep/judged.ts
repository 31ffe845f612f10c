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
 *  the letter, is passed over: most of what the three readers see is the same. In the other role's colours, its colours
 *  are judged again. Pages have axe in them. */
export function startJudge() {
  const known = new Set<string>()

  /** The parts of the page that were there the last times that this was asked, those that were so in the other role,
   *  and those that were not there. */
  async function sift(page: Page, about: string) {
    const sifted: Record<'old' | 'recoloured' | 'fresh', string[]> = { old: [], recoloured: [], fresh: [] }
    for (const { selector, role, text } of await page.evaluate(textsOf, parts)) {
      const [key, inRole] = [`${about} ${text}`, `${about} ${role} ${text}`]
      sifted[known.has(inRole) ? 'old' : known.has(key) ? 'recoloured' : 'fresh'].push(selector)
      known.add(key).add(inRole)
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
    /** The whole page, by all that axe knows. */
    async page(page: Page, look: string): Promise<string[]> {
      const { old, recoloured, fresh } = await sift(page, look)
      const faults: string[] = []
      if (fresh.length > 0) {
        faults.push(...(await page.evaluate(runAxe, { within: { exclude: [...old, ...recoloured] }, options: all })))
      }
      if (recoloured.length > 0) {
        faults.push(...(await page.evaluate(runAxe, { within: { include: recoloured }, options: colours })))
      }
      return faults
    },
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
