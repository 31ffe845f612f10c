import type { QuotedTexts } from './row.ts'

/** Screens that visitors see too, up to the list of events. */
export const screensForEverybody: QuotedTexts = {
  'Shared chrome': [
    ['?', 'web/ui/display/avatar.tsx', 'web/pages/words.test.tsx'],
    ['Preparing your experience', 'web/ui/display/loading.tsx', 'e2e/journeys/network/loading.spec.ts'],
    ['Loading event details', 'web/ui/display/loading.tsx', 'e2e/journeys/network/loading.spec.ts'],
    ['Setting up the magic', 'web/ui/display/loading.tsx', 'e2e/journeys/network/loading.spec.ts'],
    ['Almost there', 'web/ui/display/loading.tsx', 'e2e/journeys/network/loading.spec.ts'],
    ['Page Not Found', 'web/features/shell/not-found-screen.tsx', 'e2e/journeys/everywhere/pages.spec.ts'],
    ['Go Home', 'web/features/shell/not-found-screen.tsx', 'web/pages/words.test.tsx'],
    ['Refresh Page', 'web/features/shell/refresh-page.tsx', 'web/pages/words.test.tsx'],
    ['Unexpected Application Error!', 'web/features/shell/problem-screen.tsx', 'web/pages/words.test.tsx'],
  ],
  Login: [
    ['Welcome Back!', 'web/pages/accounts/login.tsx', 'web/pages/words.test.tsx'],
    ['Sign in to access your account', 'web/pages/accounts/login.tsx', 'web/pages/words.test.tsx'],
    ['Forgot password?', 'web/features/accounts/sign-in/login-form.tsx', 'web/pages/words.test.tsx'],
    ['Sign up', 'web/pages/accounts/login.tsx', 'web/pages/words.test.tsx'],
    [
      'Successfully logged in!',
      'web/features/accounts/google/google-sign-in.tsx',
      'e2e/journeys/accounts/accounts.spec.ts',
    ],
  ],
  Registration: [
    ['Submitting...', 'web/features/accounts/sign-up/register-form.tsx', 'e2e/journeys/network/accounts.spec.ts'],
  ],
  'Complete Your Profile (/complete-profile)': [
    [
      'Please provide your additional information to complete your profile',
      'web/pages/accounts/complete-profile.tsx',
      'e2e/journeys/accounts/google.spec.ts',
    ],
    ['Save Profile', 'web/features/accounts/profile/completion-form.tsx', 'e2e/support/network/screens/accounts.ts'],
    ['Updating...', 'web/features/accounts/profile/completion-form.tsx', 'e2e/journeys/organizing/publish.spec.ts'],
  ],
  'Email verification (/verify-email/{user_id}/{token})': [
    ['Verifying your email...', 'web/pages/accounts/verify-email.tsx', 'e2e/journeys/network/accounts.spec.ts'],
    ['Email Verified!', 'web/pages/accounts/verify-email.tsx', 'e2e/journeys/accounts/email-links.spec.ts'],
    [
      'Your email has been successfully verified. You can now log in to your account.',
      'contract/accounts/auth.ts',
      'e2e/journeys/accounts/email-links.spec.ts',
    ],
    ['Email Verification Failed', 'web/pages/accounts/verify-email.tsx', 'e2e/journeys/accounts/email-links.spec.ts'],
    [
      'The verification link may have expired. Please try resending the verification email.',
      'contract/errors.ts',
      'e2e/journeys/accounts/email-links.spec.ts',
    ],
    [
      'Resend Verification Email',
      'web/features/accounts/email-links/resend-verification.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Verification email has been resent successfully.',
      'contract/accounts/auth.ts',
      'e2e/journeys/network/accounts.spec.ts',
    ],
    [
      'Failed to resend verification email. Please try again.',
      'web/features/accounts/email-links/resend-verification.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
  ],
  'Forgot password': [
    [
      'Enter your email to receive a password reset link.',
      'web/pages/accounts/forgot-password.tsx',
      'e2e/journeys/accounts/email-links.spec.ts',
    ],
    [
      'Send Reset Link',
      'web/features/accounts/email-links/forgot-password-form.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Password reset link sent! Please check your email.',
      'contract/accounts/auth.ts',
      'e2e/journeys/network/accounts.spec.ts',
    ],
  ],
  'Reset password': [
    [
      'Enter your new password below to reset it.',
      'web/pages/accounts/reset-password.tsx',
      'e2e/journeys/accounts/email-links.spec.ts',
    ],
    [
      'Reset Password',
      'web/features/accounts/email-links/reset-password-form.tsx',
      'e2e/support/network/screens/accounts.ts',
    ],
    [
      'Password reset successfully. You can now log in.',
      'contract/accounts/auth.ts',
      'e2e/journeys/accounts/email-links.spec.ts',
    ],
  ],
  'Home / Discover': [
    ['View Event', 'web/features/events/home/hero-slide.tsx', 'web/pages/words.test.tsx'],
    ['No popular events to display.', 'web/features/events/home/hero.tsx', 'web/pages/words.test.tsx'],
    ['Join the most attended events in your area', 'web/pages/events/home.tsx', 'web/pages/words.test.tsx'],
    ["Don't miss out on the events coming soon!", 'web/pages/events/home.tsx', 'web/pages/words.test.tsx'],
    ['Discover newly added events', 'web/pages/events/home.tsx', 'web/pages/words.test.tsx'],
    ['Ready to Create Your Own Event?', 'web/features/events/home/create-banner.tsx', 'web/pages/words.test.tsx'],
    ['Create Event', 'web/features/events/home/create-banner.tsx', 'web/pages/words.test.tsx'],
    ['Become an Organizer', 'web/features/events/home/create-banner.tsx', 'web/pages/words.test.tsx'],
    ['Date not available', ['contract/dates.ts', 'export function '], 'contract/dates.test.ts'],
  ],
  'Event list page': [
    ['Search events...', 'web/features/events/discover/search-box.tsx', 'e2e/journeys/network/loading.spec.ts'],
    [
      'Show N More Tags',
      ['web/features/events/discover/chips.tsx', '`Show $'],
      ['web/pages/words.test.tsx', 'Show 2 More Tags'],
    ],
    ['Show Less Tags', 'web/features/events/discover/chips.tsx', 'web/pages/words.test.tsx'],
    ['No events found', 'web/features/events/discover/event-list.tsx', 'web/pages/words.test.tsx'],
    ['Upcoming Events', 'web/pages/events/discover-list.tsx', 'web/pages/words.test.tsx'],
    [
      'Events on {date}',
      ['web/pages/events/discover-list.tsx', '`Events on $'],
      ['web/pages/words.test.tsx', '`Events on $'],
    ],
  ],
}
