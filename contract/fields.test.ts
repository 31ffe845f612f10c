import { expect, test } from 'vitest'
import { WebAddress } from './fields.ts'

test.each([
  ['a line break', 'https://ruam.example/a\nb'],
  ['a tab', 'https://ru\tam.example'],
  ['a backslash', 'https:\\\\evil.example\\@ruam.example'],
  ['a user name', 'https://ruam.example@evil.example/'],
  ['a user name and a password', 'https://user:pw@ruam.example'],
  ['another scheme', 'javascript:alert(1)'],
])('a web address with %s is refused', (_, address) => {
  const { error } = WebAddress.safeParse(address)

  expect(error?.issues[0]?.message).toMatch(/^Enter an address/)
})

test.each(['', 'https://ruam.example', 'http://ruam.example:8000/@team?mail=a@b.c#d@e', 'https://งาน.ไทย/ดนตรี'])(
  'the web address %j is accepted',
  (address) => {
    expect(WebAddress.parse(` ${address} `)).toBe(address)
  },
)
