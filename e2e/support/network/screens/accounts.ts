import { type Failure, loads } from '../failure.ts'

const wantedEvent: Failure = { quiet: 'The event that one comes from is a note; one gets on without it.' }

export const accountScreens: Record<string, Record<string, Failure>> = {
  'accounts/login': {
    login: { sees: '{reason}', again: 'Login' },
    googleSignIn: { sees: 'Authentication failed. Please try again.', again: 'Continue with Google' },
    resendVerification: { like: 'accounts/verify-email' },
    showProfile: { quiet: 'The sign-in has succeeded by then; a profile that cannot be read counts as complete.' },
    showEventCard: wantedEvent,
  },
  'accounts/register': {
    checkNewAccount: { quiet: 'The form goes on: the last step is judged again.' },
    register: { sees: 'An error occurred during registration.', again: 'Submit' },
    showEventCard: wantedEvent,
  },
  'accounts/logout': {
    logout: { quiet: 'This browser is signed out all the same, at the latest after five seconds.' },
  },
  'accounts/forgot-password': {
    forgotPassword: { sees: 'An error occurred. Please try again.', again: 'Send Reset Link' },
  },
  'accounts/reset-password': {
    checkResetLink: { sees: 'Error validating the token. Please try again.', again: 'Try Again' },
    resetPassword: { sees: 'An error occurred. Please try again.', again: 'Reset Password' },
    verifyEmail: { never: 'The file checks both kinds of links.' },
  },
  'accounts/verify-email': {
    verifyEmail: {
      sees: 'The server gave no clear answer, so your link may still be good. Please try again.',
      again: 'Try Again',
    },
    resendVerification: {
      sees: 'Failed to resend verification email. Please try again.',
      again: 'Resend Verification Email',
    },
    showEventCard: { never: 'The page only asks whether its address leads on to an event.' },
    checkResetLink: { never: 'The file checks both kinds of links.' },
  },
  'accounts/stop-following': {
    showStopLink: loads('Error fetching data'),
    stopByLink: { sees: 'This could not be stopped. Please try again.', again: 'Stop These Mails' },
  },
  'accounts/complete-profile': {
    showProfile: loads('Error fetching user data'),
    editProfile: { sees: 'Failed to update profile. Please try again.', again: 'Save Profile' },
  },
  'accounts/account-info': {
    showProfile: loads('Error fetching user data'),
    editProfile: { sees: 'Failed to save changes. Please try again.', again: 'Save Changes' },
    uploadProfilePicture: {
      sees: 'Failed to upload profile picture. Please try again.',
      again: 'Profile picture',
    },
    listSessions: { sees: 'Your sessions could not be loaded.', again: 'Try Again' },
    endSession: { sees: 'The session could not be ended. Please try again.', again: 'End' },
    endOtherSessions: { sees: 'The session could not be ended. Please try again.', again: 'End All Others' },
    listFollowed: { sees: 'The organizers whom you follow could not be loaded.', again: 'Try Again' },
    toggleFollow: { like: 'events/organizer' },
    changePassword: { sees: 'Failed to change your password. Please try again.', again: 'Save New Password' },
    exportOwnData: { sees: 'Your data could not be downloaded. Please try again.', again: 'Download My Data' },
    previewDeletion: { sees: 'Your account could not be read. Please try again.', again: 'Delete Account' },
    deleteAccount: { sees: 'Failed to delete your account. Please try again.', again: 'Delete Account' },
  },
}
