import type { FoundStatement } from './statements.ts'

/** What statements that name no one shard would need, by group. */
export const needs = {
  row: 'Rows that are written with the number of their shard: nothing',
  number: 'One ticket, comment, link or application by its own number: the number of its event beside it',
  person: 'All of one person, over all events: asked of every shard, or kept once more by person',
  organizer: 'All of one organizer, over all their events: asked of every shard',
  list: 'Lists over all events: asked of every shard and merged, or read from a copy on one node',
  task: 'Regular tasks over all events: a round for each shard, as rows are locked on one shard only',
  unknown: 'Not looked at yet',
} as const
export type Need = keyof typeof needs

/** The functions of each group. Where one of them sends several statements, all are alike. */
const groups: Partial<Record<Need, string>> = {
  row: 'insertSession insertEvent insertFollow insertUntold insertAnswers written',
  number: `foundComment selectReplies selectComments updateContent deleteComment updateHidden insertReport dismissReports touchLink
    selectDoorTicket selectApplicants selectPublished insertPublished updateAnswers lockAnswered lockTicket markUsed markUnused
    selectPayment selectPayable putInReview refuseReviewed notePaid selectReceipt lockSeatsOf selectTicket selectMailedTicket
    selectHeldTicket cancelTicket giveSeats endApplications issuePaid selectEventOf noteNews noteNewsAnew selectRefundsDue
    lockOpenReminder selectTicketsToRemind updateReminder clearRefunded`,
  person: `selectUsersOfSessions endOtherSessions endSessionsOf selectProfile deleteCommentsOf selectBookmarkedEvents
    countBookmarkedEvents selectFollowed selectToldFollower hasMet selectDeletionCounts selectPictures deleteAnswersOf
    lockSeatsAround cancelTicketsOf forgetHolder forgetPayer selectTicketsOf selectCalendarTickets`,
  organizer: `selectNewApplicants ownsPicture selectOrganizerNamed selectNumbersOf selectUpcomingOwn removeEventsWithoutTickets
    forgetOwner selectShownOrganizer selectOrganizers selectToldEvents`,
  list: `selectFeedEvents selectPage selectEvents selectEventParts selectAllReports selectLiveEvents selectHeldTickets selectRights
    countListed selectPlaces selectCountedPlaces`,
  task: `deleteDeadSessions takeDueWishes selectOpenings markOver selectOrganizersWithNews beginNews takeOldSlips
    selectEventsToCollect selectEventsToClose takeUnconfirmed insertReminders`,
}

const groupOf = new Map<string, Need>(
  Object.entries(groups).flatMap(([need, names]) => names.split(/\s+/).map((name) => [name, need as Need] as const)),
)

/** Lists put their statements together of parts, which are named here by the file that does so. */
export function needOf({ file, name }: Pick<FoundStatement, 'file' | 'name'>): Need {
  return groupOf.get(name) ?? (file.startsWith('features/events/list/') ? 'list' : 'unknown')
}
