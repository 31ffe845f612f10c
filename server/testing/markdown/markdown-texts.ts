import fc from 'fast-check'

const marks = [
  ...[
    '> ',
    '>',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '10) ',
    '- [ ] ',
    '- [x] ',
    '  ',
    '    ',
    '\t',
    '# ',
    '###### ',
    '===\n',
    '---\n',
    '***\n',
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '\\',
    '&',
    '&amp;',
    '&#106;',
    '&colon;',
    '&#x1F;',
    '\0',
    '\ud83d',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '![',
    '[^1]',
    '[^1]: ',
    '^[',
    '[a]: ',
    '[a]',
    '<',
    '>',
    '</',
    '<!--',
    '<![CDATA[',
    '<?',
    '|',
    '|-|-|\n',
    '|:-:|\n',
  ],
  ...[
    'https://',
    'http:/',
    'HTTPS://a.b',
    'www.',
    'www.a.b',
    '@',
    'a@b.c',
    'mailto:a@b.c',
    'tel:1',
    '#a',
    '/logout',
    '//a.b',
    ' "t"',
    "'",
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:',
    'data:text/html,',
    'vbscript:',
    '<script>',
    '</script>',
    ' onerror="x"',
    '<img src=x onerror=y>',
    '"><b',
    'style=',
  ],
]
const words = [
  'a',
  'night of music',
  'งาน',
  'ดนตรีริมน้ำ',
  'ก่้๊',
  'a.b',
  '\u200b',
  'x'.repeat(50),
  ' ',
  '\n',
  '\n\n',
  '\r',
  '  \n',
]

/** Texts that are made of what Markdown is made of, in any order, parts of them many times over. At most `longest`
 *  long. */
export function markdownTexts(longest: number): fc.Arbitrary<string> {
  const part = fc.oneof({ arbitrary: fc.constantFrom(...marks), weight: 3 }, fc.constantFrom(...words))
  const some = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  const repeated = fc.tuple(some, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: longest })))
  return fc
    .array(repeated, { minLength: 1, maxLength: 8 })
    .map((all) =>
      all.map(([text, times]) => text.repeat(Math.min(times, Math.ceil(longest / all.length / text.length)))).join(''),
    )
    .map((text) => text.slice(0, longest))
}
