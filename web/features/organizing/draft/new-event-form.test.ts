import { expect, test } from 'vitest'
import { questionsIn } from './new-event-form.ts'

test('a draft restores its questions, also unfinished ones', () => {
  const typed = [
    { id: 'a', kind: 'one_of', text: '', required: true, choices: ['ปกติ', ''] },
    { id: 'b', kind: 'short', text: ' Which size? ', required: false, choices: [] },
  ]

  expect(questionsIn(JSON.stringify(typed))).toEqual(typed)
})

test.each<[string, unknown]>([
  ['none', undefined],
  ['an empty text', ''],
  ['no JSON', '[{'],
  ['no list', '{"kind":"short","text":"a"}'],
  ['no question', '[null, 7, {"kind":"short"}, {"kind":"short","text":7}, {"kind":"one_of","text":"a","choices":[7]}]'],
])('a draft with %s opens without questions', (_, text) => {
  expect(questionsIn(text)).toEqual([])
})
