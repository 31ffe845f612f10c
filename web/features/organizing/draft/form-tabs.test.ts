import { expect, test } from 'vitest'
import { emptyForm } from './form-schema.ts'
import { firstProblem, formTabs, shownFields, tabOf } from './form-tabs.ts'

test('every field of the form is on exactly one tab', () => {
  const fields = formTabs.flatMap((tab) => tab.fields)

  expect(fields.toSorted()).toEqual(Object.keys(emptyForm).toSorted())
})

test('the first problem is the topmost of the leftmost tab', () => {
  expect(firstProblem({ website_url: 'x', end_date_event: 'x', start_date_event: 'x' })).toEqual({
    tab: 'dates',
    field: 'start_date_event',
  })
  expect(firstProblem({})).toBeNull()
})

test('a field is found in its tab', () => {
  expect(tabOf('event_name')).toBe('basic')
  expect(tabOf('max_attendee')).toBe('ticketing')
})

test('hidden fields and the pin show no error message', () => {
  const unpaid = { is_online: true, is_free: true, visibility: 'PUBLIC', place_to_be_announced: false } as const
  const paid = { is_online: false, is_free: false, visibility: 'PRIVATE', place_to_be_announced: false } as const
  const shown = shownFields({ ...unpaid, promptpay_id: '0812345678' })
  const others = shownFields({ ...paid, promptpay_id: '0812345678' })

  expect(shown).toEqual(expect.arrayContaining(['event_name', 'meeting_link', 'max_attendee']))
  for (const field of [
    'address',
    'ticket_price',
    'expected_price',
    'promptpay_id',
    'promptpay_name',
    'payment_minutes',
    'payment_words',
    'allowed_email_domains',
  ] as const) {
    expect(shown).not.toContain(field)
    expect(others).toContain(field)
  }
  expect(others).not.toContain('meeting_link')
  expect(shownFields({ ...paid, promptpay_id: '' })).not.toContain('payment_minutes')
  expect(shownFields({ ...paid, promptpay_id: '' })).not.toContain('promptpay_name')
  expect(shown).toContain('needs_approval')
  const unplaced = { ...unpaid, is_online: false, place_to_be_announced: true, promptpay_id: '' }
  expect(shownFields(unplaced)).not.toContain('address')
  expect(others).not.toContain('latitude')
})
