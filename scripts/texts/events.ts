import type { QuotedTexts } from './row.ts'

/** The page of an event, and the screens on which organizers make one. */
export const screensOfEvents: QuotedTexts = {
  'Event detail (/events/{eventId})': [
    [
      'Error fetching data: {message}',
      ['web/pages/events/event-detail.tsx', 'saying="Error fetching data"'],
      ['e2e/support/network/screens/events.ts', "showEvent: loads('Error fetching data')"],
    ],
    ['No event found.', 'web/features/events/detail/event-meta.ts', 'e2e/journeys/attending/live.spec.ts'],
    ['Online Event', 'web/features/events/detail/event-header.tsx', 'web/pages/words.test.tsx'],
    ['MMM d, yyyy', ['contract/dates.ts', 'export function shortDate'], ['contract/dates.test.ts', 'Nov 21, 2026']],
    ['h:mm a', ['contract/dates.ts', 'export function clockTime'], ['contract/dates.test.ts', '6:30 PM']],
    ['...', ['web/lib/format/text.ts', 'trimEnd()}...`'], ['web/pages/words.test.tsx', '(50)}...`']],
    ['View Location', 'web/features/events/detail/event-header.tsx', 'web/pages/words.test.tsx'],
    ['No attendees limit', 'web/features/events/card/attendance.ts', 'web/pages/words.test.tsx'],
    [
      '{n} attendees max',
      ['web/features/events/card/attendance.ts', ' attendees max`'],
      ['web/pages/words.test.tsx', '50 attendees max'],
    ],
    ['Free', 'web/lib/format/numbers.ts', 'web/pages/words.test.tsx'],
    ['Like event', 'web/features/engagement/like-button.tsx', 'web/pages/words.test.tsx'],
    ['Remove like', 'web/features/engagement/like-button.tsx', 'web/pages/words.test.tsx'],
    ['Bookmark event', 'web/features/engagement/bookmark-button.tsx', 'web/pages/words.test.tsx'],
    ['Remove bookmark', 'web/features/engagement/bookmark-button.tsx', 'web/pages/words.test.tsx'],
    [
      'Check out this event: {event_name}',
      ['web/features/events/detail/share.tsx', '`Check out this event: $'],
      ['web/pages/words.test.tsx', 'Check out this event: Bangkok JavaScript Night'],
    ],
    ['Copy Link', 'web/features/events/detail/share.tsx', 'e2e/journeys/attending/unlisted-events.spec.ts'],
    [
      'Link copied to clipboard!',
      'web/features/events/detail/share.tsx',
      'e2e/journeys/attending/unlisted-events.spec.ts',
    ],
    ['No attendee limit', 'web/features/events/card/attendance.ts', 'web/pages/words.test.tsx'],
    [
      'Limited to N attendees',
      ['web/features/events/card/attendance.ts', '`Limited to $'],
      ['web/pages/words.test.tsx', 'Limited to 50 attendees'],
    ],
    ['Event Applicants', 'web/features/applicants/applicants-button.tsx', 'e2e/journeys/organizing/own-events.spec.ts'],
    ['Comments', 'web/features/comments/panel/comments-frame.tsx', 'e2e/journeys/attending/live.spec.ts'],
    ['... ago', ['web/lib/format/dates.ts', ' ago`'], ['web/lib/format/dates.test.ts', '1 minute ago']],
    [
      '{n} reply',
      ['web/features/comments/panel/thread.tsx', "'1 reply'"],
      ['e2e/journeys/comments/live-comments.spec.ts', '1 reply'],
    ],
    [
      '{n} replies',
      ['web/features/comments/panel/thread.tsx', '} replies`'],
      ['e2e/journeys/network/event-page.spec.ts', '6 replies'],
    ],
    ['Deleting...', 'web/features/comments/panel/delete-dialog.tsx', 'e2e/journeys/comments/comments.spec.ts'],
    ['Write a reply...', 'web/features/comments/panel/thread.tsx', 'e2e/journeys/comments/comments.spec.ts'],
    ['Add a comment...', 'web/features/comments/panel/comments-panel.tsx', 'e2e/journeys/comments/moderation.spec.ts'],
    ['Send', 'web/features/comments/panel/comments-panel.tsx', 'e2e/support/network/screens/events.ts'],
  ],
  'Create Event (/create-event)': [
    ['Create Your Event', 'web/pages/organizing/create-event.tsx', 'e2e/journeys/attending/apply.spec.ts'],
    ['Create Event', 'web/pages/organizing/create-event.tsx', 'web/pages/words.test.tsx'],
    ['Creating...', 'web/pages/organizing/create-event.tsx', 'e2e/journeys/organizing/publish.spec.ts'],
    ['Event created successfully!', 'web/pages/organizing/create-event.tsx', 'e2e/journeys/network/organizing.spec.ts'],
  ],
  'Edit Event (/events/{eventId}/edit)': [
    ['Update Event', 'web/pages/organizing/edit-event.tsx', 'e2e/support/network/screens/organizing.ts'],
    ['Updating...', 'web/pages/organizing/edit-event.tsx', 'e2e/journeys/organizing/publish.spec.ts'],
    ['Event updated successfully!', 'web/pages/organizing/edit-event.tsx', 'e2e/journeys/network/organizing.spec.ts'],
  ],
  'My Events (/my-events, organizer)': [
    ['My Events', 'web/pages/organizing/my-events.tsx', 'e2e/journeys/organizing/organizers.spec.ts'],
    [
      'No events available',
      'web/features/organizing/own/own-events-tools.tsx',
      'e2e/journeys/network/organizing.spec.ts',
    ],
    [
      'Error fetching organizer events: {message}',
      ['web/pages/organizing/my-events.tsx', 'saying="Error fetching organizer events"'],
      ['e2e/support/network/screens/organizing.ts', "loads('Error fetching organizer events')"],
    ],
  ],
}
