import type { CardEvent } from '#contract/events/events.ts'

/** Where a ticket leads: the whole address, which is needed on the way. */
export function placeOf({ is_online, address }: Pick<CardEvent, 'is_online' | 'address'>): string {
  if (is_online) return 'Online Event'
  return address || 'See the event page for the place'
}
