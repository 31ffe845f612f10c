import { expect, test } from 'vitest'
import { asName, optionalName, requiredName } from './names.ts'

const Name = requiredName('First name', 20)

test.each([
  ['a line break', 'Malee\nSuksan'],
  ['a tab', 'Malee\tSuksan'],
  ['an escape', 'Malee\u001b[2J'],
  ['a line separator', 'Malee\u2028Suksan'],
  ['an override of the direction', 'Malee\u202Egnp.exe'],
  ['an isolate', 'Malee\u2066x\u2069'],
  ['a mark of the direction', 'Malee\u200Fx'],
  ['an Arabic letter mark', 'Malee\u061Cx'],
])('a name with %s is refused', (_, name) => {
  const words = 'First name may not have line breaks or hidden control characters.'

  expect(Name.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([words])
  expect(optionalName('First name', 20).safeParse(name).error?.issues[0]?.message).toBe(words)
})

test.each([
  ['a zero-width space between Thai words', 'นาย\u200Bสมชาย', 'นายสมชาย'],
  ['a soft hyphen', 'Ru\u00ADam', 'Ruam'],
  ['a byte order mark and spaces around', '\uFEFF Ruam \n', 'Ruam'],
  ['a joiner that joins nothing', 'Ru\u200Dam', 'Ruam'],
  ['a filler of Hangul', 'Ruam\u3164', 'Ruam'],
])('%s is taken out', (_, given, name) => {
  expect(Name.parse(given)).toBe(name)
})

test.each(['สมชาย ใจดี', "O'Neil-Şahin", 'می\u200Cخواهم', 'ක්\u200Dෂ', '👩\u200D💻 Night', '❤\uFE0F', '葛\u{E0100}城'])(
  '%s stays as it is',
  (name) => {
    expect(Name.parse(name)).toBe(name)
  },
)

test('a name of which nothing is seen is blank', () => {
  for (const blank of ['\u200B', '\u3164\u3164', '\u2060 \u00AD']) {
    expect(Name.safeParse(blank).error?.issues[0]?.message).toBe('First name is required.')
    expect(optionalName('Address', 20).parse(blank)).toBe('')
  }
  expect(optionalName('Address', 20).parse(null)).toBe('')
})

test('a name from elsewhere is made one line', () => {
  expect(asName(' Malee\r\n\u202ESuksan\u200B ')).toBe('Malee Suksan')
})
