import type { QuotedTexts } from './row.ts'

/** States, checks, calls and constants. */
export const rules: QuotedTexts = {
  '4. States and transitions': [
    ['Organizer', 'contract/accounts/auth.ts', 'server/features/organizers/organizers.test.ts'],
    ['Applying...', 'web/features/tickets/apply/use-application.ts', 'e2e/journeys/network/event-page.spec.ts'],
    ['Unapplying...', 'web/features/tickets/apply/use-application.ts', 'e2e/journeys/network/event-page.spec.ts'],
  ],
  '5. Validation rules': [
    ['The date cannot be in the future.', 'contract/accounts/auth.ts', 'e2e/journeys/accounts/registration.spec.ts'],
    ['Select an option', 'web/ui/forms/inputs.tsx', 'server/features/events/own-events.test.ts'],
    ['Only JPEG and PNG files are allowed.', 'contract/errors.ts', 'e2e/journeys/accounts/account-details.spec.ts'],
    ['File size exceeds the limit of 5 MB.', 'contract/errors.ts', 'e2e/journeys/organizing/create-event.spec.ts'],
    [
      'PNG, JPG up to 5MB',
      'web/features/organizing/form/banner-input.tsx',
      'e2e/journeys/organizing/create-event.spec.ts',
    ],
    [
      'Must only be 10 digits',
      'web/features/accounts/profile/edited-profile.ts',
      'e2e/journeys/accounts/account-details.spec.ts',
    ],
    ['Authentication required', 'web/features/comments/writing/use-login.ts', 'e2e/journeys/comments/comments.spec.ts'],
    ['Passwords do not match.', 'contract/accounts/auth.ts', 'web/features/accounts/sign-up/sign-up-steps.test.ts'],
  ],
  '7. Calls': [
    [
      'Invalid user data received',
      'web/features/accounts/profile/load-profile.ts',
      'web/features/accounts/profile/load-profile.test.ts',
    ],
  ],
  '9. Business constants and limits': [
    ['show more', { because: "It speaks of 'Show N More Tags'." }],
    ['Active', 'web/features/tickets/application-status.tsx', 'web/pages/words.test.tsx'],
  ],
}
