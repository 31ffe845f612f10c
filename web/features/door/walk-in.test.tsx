import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Door } from '#contract/tickets/door.ts'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import { snapshotOf } from '#web/features/door/phone/snapshot.ts'
import { WalkInPanel } from './walk-in.tsx'

const door: Door = {
  event_id: 7,
  event_name: 'Loy Krathong Night',
  start_date_event: '2026-11-28T11:00:00.000Z',
  end_date_event: '9999-11-28T15:00:00.000Z',
  is_called_off: false,
  role: null,
  public_key: '',
  tickets: [],
  checked_in: 0,
  held: 0,
  sale: {
    types: [{ ticket_type_id: null, name: '', price_satang: 0, set_aside: 0, kept: 0, free: 34 }],
    promptpay_id: '',
    promptpay_name: '',
  },
  cursor: '2026-11-28T10:00:00.000Z',
}

/** The walk-in tab of a phone that is online, of a helper without a role. */
function walkInTab(given: Partial<Door> = {}): string {
  const state = {
    snapshot: snapshotOf({ ...door, ...given }, 0),
    scans: [],
    seats: { phone_id: '', want: null, kept: [] },
    device: 'Gate A',
    online: true,
    answer: null,
    checking: false,
    closed: null,
  }
  return renderToStaticMarkup(<WalkInPanel door={{} as DoorOnPhone} state={state} />)
}

test('walk-ins are let in until the event is over or called off', () => {
  expect(walkInTab()).toContain('Let in a walk-in')
  expect(walkInTab()).toContain('34 seats left.')
  for (const [given, reason] of [
    [{ end_date_event: '2026-11-20T15:00:00.000Z' }, 'The event is over.'],
    [{ is_called_off: true }, 'The event was called off.'],
  ] as const) {
    expect(walkInTab(given)).toContain(reason)
    expect(walkInTab(given)).not.toContain('<button')
  }
})

test('the owner reads how many more seats are free for the door', () => {
  const withFree = (free: number): Partial<Door> => ({
    role: 'owner',
    sale: { ...door.sale, types: door.sale.types.map((one) => ({ ...one, free })) },
  })

  expect(walkInTab(withFree(1))).toContain('1 more is free.')
  expect(walkInTab(withFree(2))).toContain('2 more are free.')
})
