import { eventLimits } from '#contract/events/event-fields.ts'

const longest = eventLimits.markdown

/** Texts of the maximum length that are expensive for a Markdown parser, by their content. */
export const hostileTexts: Record<string, string> = {
  'quotes in quotes': fill('>'),
  'quotes in quotes, with blanks': fill('> '),
  'lists in lists': fill('- '),
  'lists in lists, of other marks': fill('* - + '),
  'numbered lists in lists': fill('1. '),
  'lists in quotes': fill('> - '),
  'quotes of many depths': lines((line) => `${'>'.repeat(line)} a`),
  'lists of many depths': lines((line) => `${'  '.repeat(line)}- a`),
  'one quote a line': fill('> a\n\n'),
  'a list item a line': fill('- a\n'),
  'a numbered item a line': lines((line) => `${line}. a`),
  'task boxes': fill('- [ ] a\n'),
  'lazy lines of a deep quote': `${'>'.repeat(100)}a\n${'a\n'.repeat(9_949)}`,
  'emphasis of two marks': fill('_*'),
  'emphasis that opens': fill('*a '),
  'emphasis that opens twice': fill('**a '),
  'emphasis that closes': fill('a* '),
  'emphasis in emphasis': fill('*a **b '),
  'emphasis of one long run': `a${'*'.repeat(longest - 2)}b`,
  'runs of three marks': fill('***a*b '),
  'words between marks': fill('a*b_c*d_'),
  'deleted words': fill('~~a '),
  'opening brackets': fill('['),
  'closing brackets': fill(']'),
  'brackets in brackets': `${'['.repeat(longest / 2)}${']'.repeat(longest / 2)}`,
  'links that do not end': fill('[a]('),
  'links without an address': fill('[a](<b'),
  'links in links': `${fill('[', longest / 2)}${fill('](a)', longest / 2)}`,
  'links with titles that do not end': fill('[a](b "'),
  'pictures in pictures': fill('!['),
  'pictures that do not end': fill('![a]('),
  'many small links': fill('[a](#b) '),
  'many small pictures': fill('![a](https://b.c) '),
  'parentheses in an address': `[a](${'('.repeat(longest - 10)}`,
  backslashes: fill('\\'),
  'escaped brackets': fill('\\['),
  'backticks of growing number': growing((n) => `${'`'.repeat(n)} `),
  'backticks of falling number': growing((n) => `e${'`'.repeat(n)}`, 'falling'),
  'backticks and words': fill('`a``b'),
  'fences of code': fill('```\n'),
  'fences that do not end': fill('~~~a\n```b\n'),
  'a table of many columns': `${'|a'.repeat(3_300)}|\n${'|-'.repeat(3_300)}|\n${'|b'.repeat(3_300)}|`,
  'a table of many short rows': `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|\n'.repeat(7_900)}`,
  'a table of many rows': `|a|b|\n|-|-|\n${fill('|c|d|\n', longest - 20)}`,
  'tables without bodies': fill('|a|\n|-|\n\n'),
  'rows that could be headings of a table': fill('a|b\n'),
  'definitions of links': lines((line) => `[${line}]: /a`),
  'one definition and its uses': `[a]: https://b.c/${'d'.repeat(1_000)}\n${fill('[a] ', longest - 1_100)}`,
  'definitions that do not end': fill('[a]: (b\n'),
  'definitions with titles that do not end': fill('[a]: b "c\n'),
  'names of links that nobody defined': fill('[a][b] '),
  entities: fill('&amp;'),
  'entities that do not end': fill('&'),
  'numbers of letters': fill('&#0;'),
  'web addresses': fill('https://a.b '),
  'web addresses that do not end': `https://${fill('a.', longest - 10)}`,
  'web addresses in a web address': fill('/logouthttps://a.b'),
  'web addresses with brackets': `https://a.b/${fill(')', longest - 20)}`,
  'web addresses with questions': `www.a.b${fill('?!', longest - 20)}`,
  'beginnings of web addresses': fill('http://'),
  'mail addresses': fill('a@b.c '),
  'mail addresses that do not end': fill('a.'),
  'mail addresses with many at signs': fill('a@'),
  'mail addresses with many dashes': fill('a_-+.'),
  'angle brackets': fill('<'),
  'addresses in angle brackets': fill('<https://a.b>'),
  'addresses in angle brackets that do not end': fill('<a:'),
  'openers of comments': fill('<!--'),
  'openers of comments and dashes': `<!--${fill('-', longest - 10)}`,
  'openers of character data': fill('<![CDATA['),
  'openers of instructions': fill('<?'),
  'openers of declarations': fill('<!A '),
  'openers of elements': fill('<a '),
  'attributes of an element': `<a${fill(' b="c', longest - 10)}`,
  'closing elements': fill('</a>'),
  'elements a line': fill('<div>\n'),
  scripts: fill('<script>alert(1)</script>\n'),
  footnotes: lines((line) => `[^${line}]: a [^${line}]\n`),
  'footnotes and their uses': lines((line) => `a[^${line}]\n\n[^${line}]: b\n`),
  'uses of one footnote': `[^a]: b\n\n${fill('[^a] ', longest - 20)}`,
  'footnotes in footnotes': fill('[^a]: '),
  'footnotes written in place': fill('^['),
  headings: fill('# a\n'),
  'headings that are underlined': fill('a\n=\n'),
  'a heading of many lines': `${fill('a\n', longest - 10)}===`,
  'rules across': fill('***\n'),
  'rules across that are none': fill('* * * a\n'),
  blanks: `a${fill(' ', longest - 3)}b`,
  tabs: `-${fill('\t', longest - 3)}b`,
  'blank lines': `a${fill('\n', longest - 3)}b`,
  'blank lines in lists': `- a\n${fill(' \n', longest - 10)}b`,
  'line ends of two blanks': fill('a  \n'),
  'zero-width letters': fill('*\u200b_'),
  'Thai words': fill('งานรวมพลคนเขียนโปรแกรม'),
  'Thai words with marks between': fill('*งาน_รวม*พล_'),
  'Thai marks alone': fill('่้๊๋'),
  'Thai web addresses': fill('https://งาน.ไทย/ดนตรี '),
  'letters of many parts': fill('*👩🏽‍🚀_'),
  'a mixture of everything': fill('> - *a _b [c](d `e` <f> &g; |h| ![i][j] ~~k ^[l] https://m.n '),
  'a mixture of openers': fill('*_[`<&!~('),
  'a mixture in a deep list': lines((line) => `${' '.repeat((line * 2) % 60)}- *a [b](c\n${' '.repeat(line % 9)}> d`),
  'a mixture in a table': `|a|b|\n|-|-|\n${fill('|*[`|_<&|\n', longest - 20)}`,
}

function fill(piece: string, length: number = longest): string {
  return piece.repeat(Math.floor(length / piece.length))
}

/** As many lines as fit. */
function lines(line: (number: number) => string): string {
  let text = ''
  for (let number = 1; ; number++) {
    const next = `${line(number)}\n`
    if (text.length + next.length > longest) return text
    text += next
  }
}

function growing(piece: (number: number) => string, order: 'growing' | 'falling' = 'growing'): string {
  const pieces: string[] = []
  for (let number = 1, length = 0; ; number++) {
    length += piece(number).length
    if (length > longest) break
    pieces.push(piece(number))
  }
  return (order === 'growing' ? pieces : pieces.reverse()).join('')
}
