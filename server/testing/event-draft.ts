import type { EventDraftInput } from '#contract/events/events.ts'

const hour = 3_600_000

/** What an organizer types for an event next week, whose registration is open now. */
export function eventDraft(now: Date, given: Partial<EventDraftInput> = {}): EventDraftInput {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
  return {
    event_name: 'Bangkok JavaScript Night',
    description: 'Talks and food for people who write JavaScript.',
    detailed_description: '## Programme\n\nTwo talks, then food.',
    start_date_register: inHours(-1),
    end_date_register: inHours(24),
    start_date_event: inHours(7 * 24),
    end_date_event: inHours(7 * 24 + 3),
    ...given,
  }
}
