import { expect, test } from 'vitest'
import { fillIn } from './information.service.ts'

const text = 'Run by {name}.\n{if email}\n- Write to {email}\n{else}\n- No address\n{end}\n- Last\n'

test('a sentence about what is not set is left out as a whole, and another may take its place', () => {
  expect(fillIn(text, { name: 'Somchai', email: '' })).toBe('Run by Somchai.\n- No address\n- Last\n')
  expect(fillIn(text, { name: 'Somchai', email: 'a' })).toBe('Run by Somchai.\n- Write to a\n- Last\n')
  expect(fillIn('{if email}\nWrite.\n{end}\n', { email: '' })).toBe('')
})

test('what an operator typed is no Markdown', () => {
  expect(fillIn('{name}', { name: 'A *star* [x](y) <b>' })).toBe('A \\*star\\* \\[x\\]\\(y\\) \\<b\\>')
  expect(fillIn('{name}', { name: 'A *star*' }, (fact) => fact)).toBe('A *star*')
})

test('a fact that nobody knows is a mistake in the text', () => {
  expect(() => fillIn('{if phone}\nCall.\n{end}\n', {})).toThrow('No fact is called {phone}.')
})
