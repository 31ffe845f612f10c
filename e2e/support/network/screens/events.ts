import { type Failure, live, loads, slips } from '../failure.ts'

const bookmarksOnCards: Failure = { quiet: 'Cards revert silently (specification, section 8).' }
const overviewOfEvents: Failure = { sees: 'Error fetching data: ', journey: 'e2e/journeys/network/loading.spec.ts' }
const openingWish: Failure = {
  sees: 'This could not be changed. Please try again.',
  journey: 'e2e/journeys/attending/reasons.spec.ts',
}

export const eventScreens: Record<string, Record<string, Failure>> = {
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
}
