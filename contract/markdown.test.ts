import { expect, test } from 'vitest'
import { markdownLimits, markdownProblem } from './markdown.ts'

const { depth, marked_lines, cells, links, addresses } = markdownLimits
const nested = 'Quotes and lists may be nested at most 20 deep.'

test.each([
  ['quotes', (levels: number) => '>'.repeat(levels)],
  ['quotes with blanks', (levels: number) => `${'> '.repeat(levels)}a`],
  ['lists on one line', (levels: number) => `${'- + '.repeat(levels).slice(0, levels * 2)}a`],
  ['numbered lists on one line', (levels: number) => '1) '.repeat(levels)],
  ['lists over many lines', (levels: number) => indented(levels, '- ', 2)],
  ['numbered lists over many lines', (levels: number) => indented(levels, '10. ', 4)],
  ['lists after blank lines', (levels: number) => indented(levels, '- ', 2).replaceAll('\n', '\n\n')],
  ['lists after continuation lines', (levels: number) => indented(levels, '- ', 2).replaceAll('\n', '\nso\n')],
  [
    'lists indented by tabs',
    (levels: number) => Array.from({ length: levels }, (_, n) => `${'\t'.repeat(n)}-\ta`).join('\n'),
  ],
  ['lists in quotes', (levels: number) => indented(levels - 1, '- ', 2).replaceAll(/^/gm, '> ')],
])('%s may be nested 20 deep and no deeper', (_, text) => {
  expect(markdownProblem(text(depth))).toBeNull()
  expect(markdownProblem(text(depth + 1))).toBe(nested)
})

test.each([
  ['a horizontal rule', '- '.repeat(200)],
  ['a rule of stars', '* * * * * * * * * * * * * * * * * * * * * * * *'],
  ['a line of dashes', '-'.repeat(500)],
  ['a long list', '- one\n  - two\n'.repeat(1_000)],
  ['many quotes', '> said\n\n'.repeat(1_000)],
  ['numbers', '1.5 2.5 3.5 '.repeat(100)],
  ['indented code', `${' '.repeat(90)}- not a list\n`.repeat(50)],
])('%s is not nested', (_, text) => {
  expect(markdownProblem(text)).toBeNull()
})

test('the total number of table cells is limited, counting those that short rows leave out', () => {
  const table = (columns: number, rows: number, row: string) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${`${row}\n`.repeat(rows)}`
  const full = (rows: number) => table(9, rows, '|b|c|d|e|f|g|h|i|j|')
  const tooMany = 'Tables may have at most 2,000 cells in all.'

  expect(markdownProblem(full(Math.floor(cells / 9) - 2))).toBeNull()
  expect(markdownProblem(full(Math.floor(cells / 9) + 2))).toBe(tooMany)
  expect(markdownProblem(`${full(120)}\n\n${full(120)}`)).toBe(tooMany)
  expect(markdownProblem(table(500, 50, '|'))).toBe(tooMany)
  expect(markdownProblem(table(500, 50, '|').replaceAll(/^/gm, '> '))).toBe(tooMany)
  expect(markdownProblem(table(500, 50, '|').replaceAll('\n', '\r'))).toBe(tooMany)
  expect(markdownProblem('either | or\n'.repeat(1_500))).toBeNull()
})

test('the number of links and square brackets is limited', () => {
  const tooMany = 'Use at most 2,000 links, pictures and square brackets.'

  expect(markdownProblem('[a](https://b.c)'.repeat(links / 2))).toBeNull()
  for (const link of ['[', 'a@b.c ', 'https://a.b ', 'www.a.b ']) {
    expect(markdownProblem(link.repeat(links))).toBeNull()
    expect(markdownProblem(link.repeat(links + 1))).toBe(tooMany)
  }
})

test('the total number of lines in quotes and lists is limited', () => {
  for (const line of ['> a\n', '> a\n\n', '- a\n', '1. a\n', '- - a\n']) {
    expect(markdownProblem(line.repeat(marked_lines))).toBeNull()
    expect(markdownProblem(line.repeat(marked_lines + 1))).toBe('Quotes and lists may have at most 2,000 lines in all.')
  }
  expect(markdownProblem('a\n'.repeat(5_000))).toBeNull()
})

test('a long address may not be used too often', () => {
  const text = (length: number, uses: number) => `[a]: https://b.c/${'d'.repeat(length)}\n${'[a] '.repeat(uses)}`

  expect(markdownProblem(text(100, addresses / 200))).toBeNull()
  expect(markdownProblem(text(1_000, addresses / 1_000))).toBe(
    'A long link is used too often. Shorten its address, or use it fewer times.',
  )
  expect(markdownProblem(text(10_000, 1))).toBeNull()
})

function indented(levels: number, mark: string, columns: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level * columns)}${mark}a`).join('\n')
}
