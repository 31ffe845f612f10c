import { expect, test } from 'vitest'
import { fillIn } from './information.ts'

const text = 'Run by {name}.\n{if email}\n- Write to {email}\n{else}\n- No address\n{end}\n- Last\n'

test('a sentence about an unset fact is left out or replaced', () => {
  expect(fillIn(text, { name: 'Somchai', email: '' })).toBe('Run by Somchai.\n- No address\n- Last\n')
  expect(fillIn(text, { name: 'Somchai', email: 'a' })).toBe('Run by Somchai.\n- Write to a\n- Last\n')
  expect(fillIn('{if email}\nWrite.\n{end}\n', { email: '' })).toBe('')
})

test("operators' settings are not read as Markdown", () => {
  expect(fillIn('{name}', { name: 'A *star* [x](y) <b>' })).toBe('A \\*star\\* \\[x\\]\\(y\\) \\<b\\>')
  expect(fillIn('{name}', { name: 'A *star*' }, (fact) => fact)).toBe('A *star*')
})

test('an unknown fact in a text is an error', () => {
  expect(() => fillIn('{if phone}\nCall.\n{end}\n', {})).toThrow('No fact is called {phone}.')
})
