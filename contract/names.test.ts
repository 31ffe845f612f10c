import { expect, test } from 'vitest'
import { asName, optionalName, requiredName } from './names.ts'

const Name = requiredName('First name', 20)

test.each([
  ['a line break', 'Malee\nSuksan'],
  ['a tab', 'Malee\tSuksan'],
  ['an escape', 'Malee\u001b[2J'],
  ['a line separator', 'Malee\u2028Suksan'],
  ['a direction override', 'Malee\u202Egnp.exe'],
  ['an isolate', 'Malee\u2066x\u2069'],
  ['a direction mark', 'Malee\u200Fx'],
  ['an Arabic letter mark', 'Malee\u061Cx'],
])('a name with %s is refused', (_, name) => {
  const refusal = 'First name may not have line breaks or hidden control characters.'

  expect(Name.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([refusal])
  expect(optionalName('First name', 20).safeParse(name).error?.issues[0]?.message).toBe(refusal)
})

test.each([
  ['a zero-width space between Thai words', 'นาย\u200Bสมชาย', 'นายสมชาย'],
  ['a soft hyphen', 'Ru\u00ADam', 'Ruam'],
  ['a byte order mark and spaces around', '\uFEFF Ruam \n', 'Ruam'],
  ['a joiner without effect', 'Ru\u200Dam', 'Ruam'],
  ['a Hangul filler', 'Ruam\u3164', 'Ruam'],
])('%s is removed', (_, given, name) => {
  expect(Name.parse(given)).toBe(name)
})

test.each(['สมชาย ใจดี', "O'Neil-Şahin", 'می\u200Cخواهم', 'ක්\u200Dෂ', '👩\u200D💻 Night', '❤\uFE0F', '葛\u{E0100}城'])(
  '%s is not changed',
  (name) => {
    expect(Name.parse(name)).toBe(name)
  },
)

test('a name of invisible characters only is blank', () => {
  for (const blank of ['\u200B', '\u3164\u3164', '\u2060 \u00AD']) {
    expect(Name.safeParse(blank).error?.issues[0]?.message).toBe('First name is required.')
    expect(optionalName('Address', 20).parse(blank)).toBe('')
  }
  expect(optionalName('Address', 20).parse(null)).toBe('')
})

test('a name from another system becomes one line', () => {
  expect(asName(' Malee\r\n\u202ESuksan\u200B ')).toBe('Malee Suksan')
})
