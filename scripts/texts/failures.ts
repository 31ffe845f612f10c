import type { QuotedTexts } from './row.ts'

/** The error catalogue. */
export const failures: QuotedTexts = {
  '8. Error catalogue': [
    ['No refresh token found', 'contract/accounts/auth.ts', 'web/lib/api/refresh.test.ts'],
    ['Failed to refresh token', 'contract/accounts/auth.ts', 'web/lib/api/refresh.test.ts'],
    [
      'Authentication failed. Please try again.',
      'web/features/accounts/google/google-sign-in.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Google Sign In was unsuccessful. Please try again.',
      'web/features/accounts/google/google-button.tsx',
      'e2e/journeys/accounts/google.spec.ts',
    ],
    ['Login failed. Please try again.', 'web/features/accounts/sign-in/login-form.tsx', 'web/pages/words.test.tsx'],
    [
      'An error occurred during registration.',
      'web/features/accounts/sign-up/register-form.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Error fetching data:',
      ['web/pages/events/discover-list.tsx', 'saying="Error fetching data"'],
      ['e2e/support/network/screens/events.ts', "listEvents: loads('Error fetching data')"],
    ],
    [
      'Failed to create event. Please try again.',
      'web/pages/organizing/create-event.tsx',
      'e2e/support/network/screens/organizing.ts',
    ],
    [
      'Failed to update event. Please try again.',
      'web/pages/organizing/edit-event.tsx',
      'e2e/support/network/screens/organizing.ts',
    ],
    [
      'No access token found',
      { because: 'Nobody sees it: it leads to the alert of the sections Account Details and Organizer Profile.' },
    ],
    [
      'Failed to save changes. Please try again.',
      'web/features/accounts/profile/profile-form.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Failed to update profile. Please try again.',
      'web/features/accounts/profile/completion-form.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Failed to upload profile picture. Please try again.',
      'web/features/accounts/profile/account-details.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Failed to submit the application. Please try again.',
      'web/features/organizers/application-form.tsx',
      'e2e/support/network/screens/organizing.ts',
    ],
    ['Organizer name is already taken', 'contract/errors.ts', 'server/features/organizers/organizers.test.ts'],
    [
      'The organizer name is already taken. Please choose a different name.',
      'contract/errors.ts',
      'e2e/journeys/organizing/organizers.spec.ts',
    ],
    [
      'Failed to upload logo. Please try again.',
      'web/features/organizers/organizer-profile.tsx',
      'e2e/support/network/screens/organizing.ts',
    ],
    [
      'Failed to load Google Maps. Please try again later.',
      'web/lib/map/map-service.ts',
      'e2e/journeys/organizing/google-maps.spec.ts',
    ],
    [
      'Event applied successfully!',
      'web/features/tickets/apply/use-application.ts',
      'e2e/journeys/network/event-page.spec.ts',
    ],
    [
      'Failed to apply for the event.',
      'web/features/tickets/apply/use-application.ts',
      'e2e/support/network/screens/events.ts',
    ],
    [
      'You have successfully unapplied from the event!',
      'web/features/tickets/apply/use-application.ts',
      'e2e/journeys/network/event-page.spec.ts',
    ],
    [
      'Failed to unapply from the event.',
      'web/features/tickets/apply/use-application.ts',
      'e2e/support/network/screens/events.ts',
    ],
    [
      'Failed to like the event. Please try again.',
      'web/features/engagement/like-button.tsx',
      'e2e/support/network/screens/events.ts',
    ],
    [
      'An error occurred. Please try again.',
      'web/features/accounts/panel/link-failure.ts',
      'e2e/support/network/screens/events.ts',
    ],
    [
      'Event link copied to clipboard!',
      'web/features/events/detail/share.tsx',
      'e2e/journeys/network/event-page.spec.ts',
    ],
    ['Failed to copy link. Please try again.', 'web/lib/files/files.ts', 'e2e/journeys/network/event-page.spec.ts'],
    [
      'Error fetching comments: {detail}',
      ['web/features/comments/list/failures.ts', 'Error fetching comments: $'],
      ['e2e/support/network/screens/events.ts', 'Error fetching comments: {reason}'],
    ],
    [
      'An error occurred while posting the comment',
      'web/features/comments/list/failures.ts',
      'e2e/support/network/screens/events.ts',
    ],
    [
      'No response received from server. Please check your connection.',
      'web/lib/api/api-error.ts',
      'web/features/comments/list/failures.test.ts',
    ],
    [
      'Error: {message}',
      ['web/features/comments/list/failures.ts', 'Error: $'],
      ['web/features/comments/list/failures.test.ts', 'Error: out of paper'],
    ],
    [
      'Error deleting comment: {detail}',
      ['web/features/comments/list/failures.ts', 'Error deleting comment: $'],
      ['e2e/support/network/screens/events.ts', 'Error deleting comment: {reason}'],
    ],
    [
      'Error editing comment: {detail}',
      ['web/features/comments/list/failures.ts', 'Error editing comment: $'],
      ['e2e/support/network/screens/events.ts', 'Error editing comment: {reason}'],
    ],
    ['Unauthorized: No access token found.', 'web/features/tickets/ticket-problem.tsx', 'web/pages/words.test.tsx'],
    [
      'User not logged in or missing credentials.',
      'web/features/tickets/ticket-problem.tsx',
      'e2e/journeys/attending/tickets.spec.ts',
    ],
    ['Failed to fetch data.', 'web/features/tickets/ticket-problem.tsx', 'e2e/support/network/screens/tickets.ts'],
    [
      'Failed to fetch tickets or events.',
      'web/features/tickets/ticket-problem.tsx',
      'e2e/support/network/screens/tickets.ts',
    ],
    ['Invalid or expired reset token.', 'contract/errors.ts', 'e2e/journeys/network/accounts.spec.ts'],
    [
      'Error validating the token. Please try again.',
      'web/features/accounts/email-links/reset-link-state.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Token is valid, you can reset your password.',
      'contract/accounts/auth.ts',
      'e2e/journeys/network/accounts.spec.ts',
    ],
  ],
}
