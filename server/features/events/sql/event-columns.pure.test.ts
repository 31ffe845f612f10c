import { expect, test } from 'vitest'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { type ColumnsOf, draftColumns } from './event-columns.sql.ts'

const { event_name, ...unnamed } = draftColumns

test('a column list that does not match the draft does not compile', () => {
  // @ts-expect-error The draft has gained a field, and the list has no column for it.
  const gained: ColumnsOf<EventDraft & { floor: string }> = draftColumns
  // @ts-expect-error The list has lost a field that the draft has.
  const lost: ColumnsOf<EventDraft> = unnamed
  // @ts-expect-error The list has a column that is no field of the draft.
  const stray: ColumnsOf<EventDraft> = { ...draftColumns, floor: 'whole' }
  // @ts-expect-error Cards show the name of an event.
  const hidden: ColumnsOf<EventDraft> = { ...unnamed, event_name: 'whole' }

  expect([event_name, gained, lost, stray, hidden]).toBeDefined()
})
