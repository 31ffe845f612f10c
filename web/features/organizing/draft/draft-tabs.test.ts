import { expect, test } from 'vitest'
import { emptyDraft } from './draft-schema.ts'
import { draftTabs, firstProblem } from './draft-tabs.ts'

test('every field of the draft has its tab, and only one', () => {
  const fields = draftTabs.flatMap((tab) => tab.fields)

  expect(fields.toSorted()).toEqual(Object.keys(emptyDraft).toSorted())
})

test('the first problem is the topmost of the leftmost tab', () => {
  expect(firstProblem({ website_url: 'x', end_date_event: 'x', start_date_event: 'x' })).toEqual({
    tab: 'dates',
    field: 'start_date_event',
  })
  expect(firstProblem({})).toBeNull()
})
