import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { browserOf } from './visit.ts'

/** Minified, because it is given to each page in which something is new. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
export type News = 'all' | 'colours' | 'nothing'

const newsOf = ({ recoloured, fresh }: { recoloured: string[]; fresh: string[] }): News =>
  fresh.length > 0 ? 'all' : recoloured.length > 0 ? 'colours' : 'nothing'

/** What breaks WCAG 2.2 AA or axe's best practice, one line for each rule. A part of a page, or a section of its content,
 *  that was judged before, to the letter, is passed over: most of what the three readers see is the same. In other colours, those of the
 *  other role or scheme, one of all texts that take their colours from the same classes is judged. */
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

  /** The colours of those texts within some parts whose like was not judged in them before. */
  async function recoloured(page: Page, width: number, scheme: string, selectors: string[]): Promise<string[]> {
    const chosen: number[] = []
    for (const [place, style] of (await page.evaluate(stylesOf, selectors)).entries()) {
      const key = `${width} ${scheme} ${style}`
      if (!known.has(key)) chosen.push(place)
      known.add(key)
    }
    return chosen.length > 0 ? judgeBy(page, { within: chosen, options: colours }) : []
  }

  return {
    /** What is new about the page after those before: something, its colours, or nothing; and whether it has content that
     *  was not there. */
    async novelty(page: Page): Promise<{ news: News; hasNewContent: boolean }> {
      const sifted = await sift(page, 'whole')
      return { news: newsOf(sifted), hasNewContent: sifted.fresh.includes('main') }
    },
    /** The whole page, by all that axe knows; what other colours cannot change, once for each width. */
    async page(page: Page, width: number, scheme: 'light' | 'dark'): Promise<string[]> {
      const { old, recoloured: inOtherColours, fresh } = await sift(page, `${width}`, scheme)
      const faults = await recoloured(page, width, scheme, inOtherColours)
      if (fresh.length > 0) {
        const sections = await sift(page, `${width}`, scheme, await page.evaluate(numberSections))
        const exclude = [...old, ...inOtherColours, ...sections.old]
        faults.push(...(await judgeBy(page, { within: { exclude }, options: all })))
      }
      return faults
    },
    /** The colours of the whole page, where all else of it is known. */
    colours: (page: Page, width: number, scheme: 'light' | 'dark') => recoloured(page, width, scheme, parts),
    /** The same of the menu or dialog above the page. */
    noveltyAbove: async (page: Page): Promise<News> => newsOf(await sift(page, 'above', '', [above])),
    /** The menu or dialog above the page, by all that axe knows or by its colours alone. */
    above: (page: Page, rules: 'all' | 'colours') =>
      judgeBy(page, { within: { include: [above] }, options: rules === 'all' ? all : colours }),
  }
}

/** Runs in the page: the digest of what stands in each part that is there, without ids that differ from page to page,
 *  and whose colours it has. The texts themselves are long, and take a while to be handed over. */
function textsOf(selectors: string[]) {
  const role = document.documentElement.dataset.role ?? ''
  const found = selectors.flatMap((selector) => {
    const html = document.querySelector(selector)?.outerHTML
    return html === undefined ? [] : [{ selector, html: html.replace(/_[rR]_\w+_| data-section="\d+"/g, '') }]
  })
  return Promise.all(
    found.map(async ({ selector, html }) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html))
      return { selector, role, text: btoa(String.fromCharCode(...new Uint8Array(digest))) }
    }),
  )
}

/** Runs in the page: gives each section of its content a number, and answers where they are. */
function numberSections(): string[] {
  const sections = document.querySelectorAll('main :is(article, section, form, fieldset, li, tr, [role="tabpanel"])')
  return [...sections].map((section, number) => {
    section.setAttribute('data-section', String(number))
    return `[data-section="${number}"]`
  })
}

/** Runs in the page: for each text and field in some parts, what its colours come from: the classes, states and styles of
 *  itself and of all that it stands in. */
function stylesOf(selectors: string[]): string[] {
  const known = new Map<Element, string>()
  const styleOf = (element: Element): string => {
    const remembered = known.get(element)
    if (remembered !== undefined) return remembered
    const states = [...element.attributes].filter(
      ({ name }) =>
        /^(class|style|type|open|disabled|hidden|inert|aria-|data-)/.test(name) &&
        !/^(aria-(label|describedby|controls|owns|details|errormessage)|data-section)/.test(name),
    )
    const own = `${element.localName} ${states.map(({ name, value }) => `${name}=${value}`).join(' ')}`
    const around = element.parentElement ? styleOf(element.parentElement) : ''
    // A number for each chain of elements, because they are long.
    const text = `${around}>${own}`
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(at), 1597334677)
    }
    const style = `${high >>> 0}.${low >>> 0}`
    known.set(element, style)
    return style
  }
  const isText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  const texts = selectors
    .flatMap((selector) => [...document.querySelectorAll(`:is(${selector}), :is(${selector}) *`)])
    .filter((element) => isText(element) && element.checkVisibility())
  Object.assign(window, { texts })
  return texts.map(styleOf)
}

/** Runs in the page after axe, which reads the numbers of a colour from its text anew for each element: a fifth of its
 *  time. Nor needs it to quote the elements that it judges. */
function prepareAxe() {
  const { axe } = window as unknown as {
    axe: { configure(spec: { noHtml: true }): void; commons: { color: { Color: { prototype: Colour } } } }
  }
  axe.configure({ noHtml: true })
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

/** Parts of the page, or places among the texts that `stylesOf` has found. */
type Within = { include: string[] } | { exclude: string[] } | number[]

interface Question {
  within: Within
  options: RunOptions
}

/** What axe says. A page gets it when it is first asked: much of what is loaded shows nothing new. The browser keeps what it
 *  compiled of a script that it is told to run, not of one that the page itself evaluates. */
async function judgeBy(page: Page, question: Question): Promise<string[]> {
  const faults = await page.evaluate(runAxe, question)
  if (faults !== null) return faults
  const browser = await browserOf(page)
  await browser.send('Runtime.evaluate', { expression: axe })
  await page.evaluate(prepareAxe)
  return judgeBy(page, question)
}

/** Runs in the page. Answers null where the page has no axe. */
async function runAxe({ within, options }: Question): Promise<string[] | null> {
  const { axe, texts } = window as unknown as { axe?: typeof import('axe-core'); texts: Element[] }
  if (axe === undefined) return null
  // The outermost ones alone, because axe asks each element whether it stands in one of them.
  const outermost: Element[] = []
  if ('exclude' in within && within.exclude.length > 0)
    for (const part of document.querySelectorAll(within.exclude.join()))
      if (!outermost.at(-1)?.contains(part)) outermost.push(part)
  const context = Array.isArray(within)
    ? { include: within.map((place) => texts[place] as Element) }
    : 'exclude' in within
      ? { exclude: outermost }
      : within
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'], preload: false })
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, any }) => `${target.join(' ')} (${any.map(({ message }) => message).join(' ')})`)
    return `${id}: ${where.join(', ')}`
  })
}
