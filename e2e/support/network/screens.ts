/** What a call that fails comes to on a screen. */
export type Failure =
  /** The reader sees these words, where `{reason}` is why: no answer, or a server in trouble. The button of this name
   *  tries again, and a journey of `e2e/journeys/network` presses it. */
  | { sees: string; again: string }
  /** As on another screen, by the same code. */
  | { like: string }
  /** Nothing is said, on purpose. */
  | { quiet: string }
  /** Told by a journey elsewhere, which asserts these words. */
  | { sees: string; journey: string }
  /** The screen's code includes the call, but the screen never makes it. */
  | { never: string }

const loads = (saying: string): Failure => ({ sees: `${saying}: {reason}`, again: 'Try Again' })
const unexpected: Failure = { sees: '{reason}', again: 'Try Again' }
const bookmarksOnCards: Failure = { quiet: 'Cards revert silently (specification, section 8).' }
const overviewOfEvents: Failure = { sees: 'Error fetching data: ', journey: 'e2e/journeys/network/loading.spec.ts' }
const openingWish: Failure = {
  sees: 'This could not be changed. Please try again.',
  journey: 'e2e/journeys/attending/reasons.spec.ts',
}
const wantedEvent: Failure = { quiet: 'The event that one comes from is a note; one gets on without it.' }
const slips = {
  showSlip: {
    sees: 'The slip could not be loaded. Please try again.',
    journey: 'e2e/journeys/attending/slips.spec.ts',
  },
  confirmSlip: {
    sees: 'This could not be decided. Please try again.',
    journey: 'e2e/journeys/attending/slips.spec.ts',
  },
  refuseSlip: { sees: 'This could not be decided. Please try again.', journey: 'e2e/journeys/attending/slips.spec.ts' },
} satisfies Record<string, Failure>
const addresses = {
  searchPlaces: { sees: 'You can still type the address', journey: 'e2e/journeys/organizing/maps-down.spec.ts' },
  reversePlace: { quiet: 'A pin is valid without an address.' },
} satisfies Record<string, Failure>
const live = {
  watchEvent: { quiet: 'The page works without news, asks by itself again, and follows by single calls meanwhile.' },
  showLiveEvent: { quiet: 'Asked again by itself.' },
} satisfies Record<string, Failure>

/** Every call that a screen makes, by its module below web/pages, and what the reader sees where it fails
 *  (specification, section 8). */
export const screens: Record<string, Record<string, Failure>> = {
  'events/home': {
    listEvents: loads('Error fetching data'),
    toggleLike: { sees: 'Failed to like the event. Please try again.', again: 'Like event' },
    toggleBookmark: bookmarksOnCards,
  },
  'events/discover': {
    listEvents: overviewOfEvents,
    listCategories: overviewOfEvents,
    listTags: overviewOfEvents,
    listDays: overviewOfEvents,
  },
  'events/discover-list': {
    listEvents: loads('Error fetching data'),
    listCategories: { never: 'The page around the list asks for them.' },
    listTags: { never: 'The page around the list asks for them.' },
    listDays: { quiet: 'A month that cannot be loaded has no marks, and is asked for when it is shown again.' },
    toggleLike: { like: 'events/home' },
    toggleBookmark: bookmarksOnCards,
  },
  'events/organizer': {
    showOrganizer: loads('Error fetching data'),
    listEvents: { like: 'events/home' },
    toggleFollow: { sees: 'This could not be changed. Please try again.', again: 'Follow' },
    toggleLike: { like: 'events/home' },
    toggleBookmark: bookmarksOnCards,
  },
  'events/bookmarks': {
    listBookmarks: loads('Error fetching bookmarked events'),
    toggleLike: { like: 'events/home' },
    toggleBookmark: bookmarksOnCards,
  },
  'events/event-detail': {
    showEvent: loads('Error fetching data'),
    applyToEvent: { sees: 'Failed to apply for the event.', again: 'Apply Now' },
    cancelTicket: { sees: 'Failed to unapply from the event.', again: 'Unapply' },
    listTickets: { quiet: 'View Ticket then leads to My Tickets; giving one back says what cancelTicket says.' },
    toggleLike: { sees: 'An error occurred. Please try again.', again: 'Like event' },
    showOpeningWish: { quiet: 'It is offered then; asking twice changes nothing.' },
    wishForOpening: openingWish,
    undoOpeningWish: openingWish,
    toggleBookmark: { sees: 'An error occurred. Please try again.', again: 'Bookmark event' },
    listApplicants: { sees: 'The applicants could not be loaded. Please try again.', again: 'Try Again' },
    exportApplicants: { sees: 'The list could not be downloaded. Please try again.', again: 'Download CSV' },
    listComments: { sees: 'Error fetching comments: {reason}', again: 'Try Again' },
    listReplies: { sees: 'Error fetching comments: {reason}', again: 'Show more replies' },
    writeComment: { sees: 'An error occurred while posting the comment', again: 'Send' },
    editComment: { sees: 'Error editing comment: {reason}', again: 'Save' },
    deleteComment: { sees: 'Error deleting comment: {reason}', again: 'Delete' },
    reportComment: { sees: 'The comment could not be reported. Please try again.', again: 'Report' },
    blockPerson: { sees: 'The person could not be blocked. Please try again.', again: 'Block' },
    listBlocked: { sees: 'The list could not be loaded. Please try again.', again: 'Try Again' },
    unblockPerson: { sees: 'The block could not be taken back. Please try again.', again: 'Unblock' },
    listReports: { sees: 'The reports could not be loaded. Please try again.', again: 'Try Again' },
    hideComment: { sees: 'The comment could not be changed. Please try again.', again: 'Hide' },
    dismissReports: { sees: 'The reports could not be dismissed. Please try again.', again: 'Dismiss' },
    closeComments: { sees: 'The comments could not be changed. Please try again.', again: 'Close comments' },
    searchPlaces: { never: 'Its map only shows a place.' },
    reversePlace: { never: 'Its map only shows a place.' },
    ...slips,
    ...live,
  },
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
  'organizing/become-organizer': {
    showProfile: unexpected,
    applyOrganizer: { sees: 'Failed to submit the application. Please try again.', again: 'Submit Application' },
  },
  'organizing/organizer-info': {
    viewOrganizer: loads('Error fetching data'),
    updateOrganizer: { sees: 'Failed to save changes. Please try again.', again: 'Save Changes' },
    uploadLogo: { sees: 'Failed to upload logo. Please try again.', again: 'Logo' },
    showProfile: { like: 'organizing/become-organizer' },
  },
  'organizing/create-event': {
    createEvent: { sees: 'Failed to create event. Please try again.', again: 'Create Event' },
    addDraft: { sees: 'Failed to save the draft. Please try again.', again: 'Save as draft' },
    saveDraft: { sees: 'Failed to save the draft. Please try again.', again: 'Save as draft' },
    showDraft: loads('Error fetching data'),
    showEvent: { like: 'organizing/edit-event' },
    previewMarkdown: { sees: 'The preview could not be loaded. Please try again.', again: 'Try Again' },
    showProfile: { like: 'organizing/become-organizer' },
    ...addresses,
  },
  'organizing/applicants': {
    ...slips,
    showEvent: { like: 'organizing/edit-event' },
    countApplications: { quiet: 'The tabs then have no numbers, or those from before.' },
    listApplicants: { like: 'events/event-detail' },
    exportApplicants: { like: 'events/event-detail' },
    approveApplications: { sees: 'This could not be approved. Please try again.', again: 'Approve' },
    refuseApplications: { sees: 'This could not be refused. Please try again.', again: 'Refuse' },
    markPaid: { sees: 'This could not be marked as paid. Please try again.', again: 'Mark as paid' },
    showProfile: { like: 'organizing/become-organizer' },
    ...live,
  },
  'organizing/refunds': {
    showEvent: { like: 'organizing/edit-event' },
    listRefunds: loads('Error fetching data'),
    exportRefunds: { sees: 'The list could not be downloaded. Please try again.', again: 'Download CSV' },
    markRefunded: { sees: 'This could not be marked as refunded. Please try again.', again: 'Mark as refunded' },
    undoRefunded: {
      sees: 'This could not be marked as not refunded. Please try again.',
      again: 'Mark as not refunded',
    },
    showProfile: { like: 'organizing/become-organizer' },
    ...slips,
  },
  'organizing/share-event': {
    showEvent: { like: 'organizing/edit-event' },
    showProfile: { like: 'organizing/become-organizer' },
  },
  'organizing/edit-event': {
    showDraft: { never: 'Only the form of a new event has drafts.' },
    showEvent: loads('Error fetching data'),
    countApplications: { quiet: 'The form then says nothing of those who have applied.' },
    editEvent: { sees: 'Failed to update event. Please try again.', again: 'Update Event' },
    addDraft: { never: 'Only the form of a new event has drafts.' },
    saveDraft: { never: 'Only the form of a new event has drafts.' },
    previewMarkdown: { like: 'organizing/create-event' },
    showProfile: { like: 'organizing/become-organizer' },
    ...addresses,
  },
  'organizing/my-events': {
    listMyEvents: loads('Error fetching organizer events'),
    listDrafts: loads('Error fetching organizer events'),
    deleteDraft: { sees: 'Failed to delete the draft. Please try again.', again: 'Delete' },
    countNewApplicants: { quiet: 'The events then say nothing of new applicants.' },
    listRefundsDue: { quiet: 'The page then says nothing of refunds.' },
    showEventCard: { quiet: 'The question then counts the tickets that the page knows of.' },
    deleteEvent: { sees: 'Failed to delete the event. Please try again.', again: 'Delete Event' },
    listApplicants: { like: 'events/event-detail' },
    exportApplicants: { like: 'events/event-detail' },
    showProfile: { like: 'organizing/become-organizer' },
    ...slips,
  },
  'organizing/check-in': {
    showDoor: unexpected,
    checkIn: { sees: 'waits to be sent', journey: 'e2e/journeys/door/door-offline.spec.ts' },
    undoCheckIn: { sees: 'The check-in could not be undone.', again: 'Undo' },
    listDoubleEntries: { quiet: 'Asked again by itself, with the next news of the door.' },
    showDoorProgress: { sees: 'The progress at the doors could not be read.', again: 'Try Again' },
    listDoorEntries: { sees: 'The progress at the doors could not be read.', again: 'Try Again' },
    listDoorLinks: { sees: 'The door links could not be read.', again: 'Try Again' },
    addDoorLink: { sees: 'The door link could not be made.', again: 'Make a door link' },
    revokeDoorLink: { sees: 'The door link could not be revoked.', again: 'Revoke' },
    ...live,
  },
  'tickets/my-tickets': {
    showTicketFeed: { sees: 'The calendar address could not be read.', again: 'Try Again' },
    renewTicketFeed: { sees: 'The calendar address could not be made.', again: 'Make an address' },
    endTicketFeed: { sees: 'The calendar feed could not be switched off.', again: 'Switch off' },
    listTickets: { sees: 'Failed to fetch tickets or events.', again: 'Try Again' },
    showEventCard: { sees: 'Failed to fetch tickets or events.', again: 'Try Again' },
    showTicket: { quiet: 'Keeps tickets for a visit without a network; the next visit tries again.' },
    ...live,
  },
  'tickets/virtual-ticket': {
    showTicket: { sees: 'Failed to fetch data.', again: 'Try Again' },
    cancelTicket: { sees: 'Failed to withdraw from the event.', again: 'Leave the line' },
    changeAnswers: {
      sees: 'Your answers could not be changed. Please try again.',
      journey: 'e2e/journeys/attending/questions.spec.ts',
    },
    showEventCard: { sees: 'Failed to fetch data.', again: 'Try Again' },
    listTickets: { never: 'The file loads the list as well.' },
    ...live,
  },
  'tickets/ticket': {
    showTicket: { sees: 'Failed to fetch data.', again: 'Try Again' },
    cancelTicket: { like: 'tickets/virtual-ticket' },
    changeAnswers: { like: 'tickets/virtual-ticket' },
    showEventCard: { like: 'tickets/virtual-ticket' },
    listTickets: { never: 'The file loads the list as well.' },
    sendSlip: {
      sees: 'The slip could not be sent. Please try again.',
      journey: 'e2e/journeys/attending/slips.spec.ts',
    },
    ...live,
  },
  'tickets/pay': {
    sendSlip: { like: 'tickets/ticket' },
    showTicket: { sees: 'Failed to fetch data.', again: 'Try Again' },
    showPayment: { sees: 'Failed to fetch data.', again: 'Try Again' },
    ...live,
  },
  'tickets/receipt': {
    showReceipt: { sees: 'Failed to fetch data.', journey: 'e2e/journeys/attending/slips.spec.ts' },
  },
  'information/information-page': { showInformation: unexpected },
}
