import type { z } from 'zod'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'

/** Limits of a Markdown text besides its length, so that it is cheap to render. Far above what people write. */
export const markdownLimits = {
  /** Nested quotes and lists. */
  depth: 20,
  /** Lines with a quote or list marker. */
  marked_lines: 2_000,
  /** Cells of all tables, including those that short rows leave out. */
  cells: 2_000,
  /** Opening square brackets (links, pictures, footnotes, task boxes), and addresses that are linked automatically. */
  links: 2_000,
  /** Characters in the HTML for the addresses of reference links, which are defined once and can be used often. */
  addresses: 200_000,
  /** Characters of HTML of one text; checked by the server only. A page with two such texts takes the server up to 50 ms
   *  (`npm run bench:markdown -- --views`). */
  html: 64_000,
} as const

const problems = {
  depth: fill(m.markdownDepth, { most: markdownLimits.depth }),
  marked_lines: fill(m.markdownLines, { most: markdownLimits.marked_lines.toLocaleString('en') }),
  cells: fill(m.markdownCells, { most: markdownLimits.cells.toLocaleString('en') }),
  links: fill(m.markdownLinks, { most: markdownLimits.links.toLocaleString('en') }),
  addresses: m.markdownAddresses,
}

/** For a text above `markdownLimits.html`. */
export const tooMuchHtml = m.markdownTooLarge

/** The message about a Markdown text's problem, or null. Takes time in proportion to its length. */
export function markdownProblem(text: string): string | null {
  const brackets = countOf('[', text)
  const links = brackets + countOf('@', text) + countOf('://', text) + countOf('www.', text)
  if (links > markdownLimits.links) return problems.links
  const nesting = new Nesting()
  const tables = new Tables()
  let longestDefinition = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (nesting.read(line) > markdownLimits.depth) return problems.depth
    if (nesting.lines > markdownLimits.marked_lines) return problems.marked_lines
    if (tables.read(line) > markdownLimits.cells) return problems.cells
    if (line.includes(']:')) longestDefinition = Math.max(longestDefinition, line.length)
  }
  // One bracket is the definition itself.
  return longestDefinition * (brackets - 1) > markdownLimits.addresses ? problems.addresses : null
}

/** `text(20_000).superRefine(withinMarkdownLimits)`. */
export function withinMarkdownLimits(text: string, context: z.RefinementCtx): void {
  const message = markdownProblem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
}

function countOf(piece: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) count += 1
  return count
}

/** A quote, or a list item with the indent of its lines in columns. */
type Container = 'quote' | { indent: number }

/** The quotes and lists open after each line, by CommonMark (https://spec.commonmark.org/0.31.2/, sections 5.1 and
 *  5.2). Never fewer than a parser finds, but sometimes more, because markers in code blocks count too. */
class Nesting {
  #open: Container[] = []
  /** The number of lines with a marker, or in a list where they may have one. */
  lines = 0

  /** The depth of the line. Stops at the limit, so that a line costs no more than its length. */
  read(line: string): number {
    // A line without a marker may continue an inner paragraph, so it closes nothing.
    if (!mayBeginWithMark.test(line)) return this.#open.length
    const cursor = new Cursor(line)
    let matched = 0
    while (matched < this.#open.length && this.#continues(this.#open[matched] as Container, cursor)) matched += 1
    const opened = this.#startsHere(cursor)
    if (matched + opened.length > 0) this.lines += 1
    if (opened.length > 0) this.#open = [...this.#open.slice(0, matched), ...opened]
    return this.#open.length
  }

  #continues(container: Container, cursor: Cursor): boolean {
    return container === 'quote' ? cursor.quoteMark() : cursor.moveIn(container.indent)
  }

  #startsHere(cursor: Cursor): Container[] {
    const opened: Container[] = []
    while (this.#open.length + opened.length <= markdownLimits.depth * 2) {
      if (cursor.quoteMark()) {
        opened.push('quote')
        continue
      }
      const indent = cursor.listMark()
      if (indent === null) break
      opened.push({ indent })
    }
    return opened
  }
}

const mayBeginWithMark = /^[ \t]*[->+*\d]/
const quoteMark = /( {0,3})>/y
const listMark = /( {0,3})(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y
const ruleAcross = / {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/y

/** A position in a line. Tabs reach to the next multiple of four columns (CommonMark, section 2.2). */
class Cursor {
  readonly #line: string
  #at = 0

  constructor(line: string) {
    this.#line = line.includes('\t') ? withoutTabs(line) : line
  }

  get isAtEnd(): boolean {
    return this.#blanks() === this.#line.length - this.#at
  }

  /** Skips `>` and an optional blank after it. */
  quoteMark(): boolean {
    const mark = this.#match(quoteMark)
    if (mark === null) return false
    this.#at += mark.length
    if (this.#line[this.#at] === ' ') this.#at += 1
    return true
  }

  /** Skips a list marker and the blanks after it. Returns their width in columns, or null if there is no marker. */
  listMark(): number | null {
    if (this.#match(ruleAcross) !== null) return null
    const mark = this.#match(listMark)
    if (mark === null) return null
    this.#at += mark.length
    const blanks = this.#blanks()
    // After more than four blanks a code block begins, and only one belongs to the marker.
    const own = blanks > 4 || this.isAtEnd ? 1 : blanks
    this.#at += Math.min(own, blanks)
    return mark.length + own
  }

  moveIn(columns: number): boolean {
    if (this.#blanks() < columns) return false
    this.#at += columns
    return true
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#line)?.[0] ?? null
  }

  #blanks(): number {
    let end = this.#at
    while (this.#line[end] === ' ') end += 1
    return end - this.#at
  }
}

function withoutTabs(line: string): string {
  let spaced = ''
  for (const [place, part] of line.split('\t').entries()) {
    spaced += place === 0 ? part : ' '.repeat(4 - (spaced.length % 4)) + part
  }
  return spaced
}

/** A line that may separate a table's header from its rows, also in quotes and lists: dashes, colons, bars. */
const underHeadings = /^[\s>+*\d.)]*[-:|][-:|\s]*$/

class Tables {
  #cells = 0
  /** Columns of the table that the line may belong to; 0 if none. */
  #columns = 0

  /** The number of cells up to this line. A table ends with a blank line at the latest. */
  read(line: string): number {
    if (/^[\s>]*$/.test(line)) this.#columns = 0
    else if (line.includes('|') && underHeadings.test(line)) this.#columns = Math.max(this.#columns, columnsOf(line))
    this.#cells += this.#columns
    return this.#cells
  }
}

/** The bars at both ends are optional. */
function columnsOf(line: string): number {
  const outer = (/^[\s>+*\d.)]*\|/.test(line) ? 1 : 0) + (line.trimEnd().endsWith('|') ? 1 : 0)
  return Math.max(1, countOf('|', line) + 1 - outer)
}
