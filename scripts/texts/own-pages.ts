import type { QuotedTexts } from './row.ts'

/** Screens of a person's own things. */
export const ownScreens: QuotedTexts = {
  'Bookmarks (/bookmarks)': [
    ['No bookmarked events available', 'web/pages/events/bookmarks.tsx', 'web/pages/words.test.tsx'],
    [
      'Error fetching bookmarked events: {message}',
      ['web/pages/events/bookmarks.tsx', 'saying="Error fetching bookmarked events"'],
      ['web/pages/words.test.tsx', 'Error fetching bookmarked events: Something'],
    ],
  ],
  'Account Details (/account-info)': [
    ['Go to Organizer Profile', 'web/pages/accounts/account-info.tsx', 'e2e/journeys/accounts/account-details.spec.ts'],
    [
      'Error fetching user data: ...',
      ['web/features/accounts/profile/profile-problem.tsx', 'Error fetching user data: {problem}'],
      ['e2e/support/network/screens/accounts.ts', "loads('Error fetching user data')"],
    ],
    [
      'You are not logged in. Redirecting to login page...',
      'web/lib/api/loaders.ts',
      'e2e/journeys/accounts/account-details.spec.ts',
    ],
  ],
  'Apply to Become an Organizer (/become-organizer)': [
    ['Submit Application', 'web/features/organizers/application-form.tsx', 'e2e/support/network/screens/organizing.ts'],
    ['Submitting...', 'web/features/organizers/application-form.tsx', 'e2e/journeys/network/accounts.spec.ts'],
    [
      'Application to become an organizer submitted successfully!',
      'web/features/organizers/use-application.ts',
      'e2e/journeys/network/organizing.spec.ts',
    ],
  ],
  'Organizer Profile (/organizer-info)': [
    [
      'You are not logged in. Redirecting to login page...',
      'web/lib/api/loaders.ts',
      'e2e/journeys/accounts/account-details.spec.ts',
    ],
  ],
  'My Tickets (/my-tickets)': [
    ['My Tickets', 'web/pages/tickets/my-tickets.tsx', 'e2e/journeys/accounts/sessions.spec.ts'],
    [
      "You don't have any tickets at the moment.",
      'web/pages/tickets/my-tickets.tsx',
      'e2e/journeys/accounts/login.spec.ts',
    ],
    ['Event:', 'web/features/tickets/ticket-card.tsx', 'web/pages/words.test.tsx'],
    ['Fetching...', 'web/features/tickets/ticket-card.tsx', 'web/pages/words.test.tsx'],
    ['Ticket Number:', 'web/features/tickets/ticket-card.tsx', 'web/pages/words.test.tsx'],
    ['Registration date:', 'web/features/tickets/ticket-card.tsx', 'web/pages/words.test.tsx'],
    ['Status:', 'web/features/tickets/ticket-card.tsx', 'web/pages/words.test.tsx'],
    ['Active', 'web/features/tickets/application-status.tsx', 'web/pages/words.test.tsx'],
  ],
  'Virtual Ticket (/virtual-ticket/{ticketId})': [
    ['Virtual Ticket', 'web/pages/tickets/virtual-ticket.tsx', 'e2e/journeys/attending/apply.spec.ts'],
    ['Ticket Number:', 'web/features/tickets/ticket.tsx', 'web/pages/words.test.tsx'],
    ['Registrant Name:', 'web/features/tickets/ticket.tsx', 'web/pages/words.test.tsx'],
    ['Register Date:', 'web/features/tickets/ticket.tsx', 'web/pages/words.test.tsx'],
    ['Status:', 'web/features/tickets/ticket.tsx', 'web/pages/words.test.tsx'],
    ['Active', 'web/features/tickets/application-status.tsx', 'web/pages/words.test.tsx'],
    ['Validate Ticket', 'web/features/tickets/ticket.tsx', 'e2e/journeys/accounts/sessions.spec.ts'],
    ['This ticket is valid for the event.', 'web/features/tickets/ticket.tsx', 'e2e/journeys/attending/apply.spec.ts'],
  ],
}
