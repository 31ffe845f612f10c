import { expect, test } from 'vitest'
import type { EventFields } from '#contract/events/event-fields.ts'
import { type ColumnsOf, fieldColumns } from './event-columns.sql.ts'

const { event_name, ...unnamed } = fieldColumns

test('a column list that does not match the fields does not compile', () => {
  // @ts-expect-error A field has been added, and the list has no column for it.
  const gained: ColumnsOf<EventFields & { floor: string }> = fieldColumns
  // @ts-expect-error The list has lost the column of a field.
  const lost: ColumnsOf<EventFields> = unnamed
  // @ts-expect-error The list has a column that is no field.
  const stray: ColumnsOf<EventFields> = { ...fieldColumns, floor: 'whole' }
  // @ts-expect-error Cards show the name of an event.
  const hidden: ColumnsOf<EventFields> = { ...unnamed, event_name: 'whole' }

  expect([event_name, gained, lost, stray, hidden]).toBeDefined()
})
