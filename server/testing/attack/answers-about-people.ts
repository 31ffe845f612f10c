import { deleteAccount, previewDeletion } from '#contract/accounts/deletion.ts'
import { exportOwnData } from '#contract/accounts/export.ts'
import { changePassword } from '#contract/accounts/password.ts'
import { editProfile, showProfile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import * as follows from '#contract/engagement/follows.ts'
import { applyOrganizer, updateOrganizer, uploadLogo, viewOrganizer } from '#contract/organizers.ts'
import { reversePlace, searchPlaces } from '#contract/places.ts'
import * as applicants from '#contract/tickets/applicants.ts'
import { approveApplications, markPaid, refuseApplications } from '#contract/tickets/decisions.ts'
import * as door from '#contract/tickets/door.ts'
import * as progress from '#contract/tickets/door-progress.ts'
import * as slips from '#contract/tickets/payments.ts'
import { showPayment, showReceipt } from '#contract/tickets/payments.ts'
import * as refunds from '#contract/tickets/refunds.ts'
import * as ticketFeed from '#contract/tickets/tickets.ts'
import { applyToEvent, cancelTicket, changeAnswers, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { type Answer, everybody, nobody, organizers, unknown } from './answer.ts'

export const rightsOfAccounts: Answer[] = [
  [showProfile, everybody],
  [editProfile, nobody],
  [uploadProfilePicture, nobody],
  // Nobody else knows the password.
  [deleteAccount, { others: 400 }],
  [previewDeletion, everybody],
  [exportOwnData, everybody],
  [changePassword, { others: 200, former: 400 }],
  [listSessions, everybody],
  [endSession, unknown],
  [endOtherSessions, everybody],

  [applyOrganizer, { others: 201, owner: 409, rival: 409 }],
  [viewOrganizer, organizers(200)],
  [updateOrganizer, organizers(200)],
  [uploadLogo, nobody],
  [follows.showOrganizer, everybody],
  [follows.toggleFollow, { others: 200, owner: 403 }],
  [follows.listFollowed, everybody],

  [searchPlaces, everybody],
  [reversePlace, everybody],
]

export const rightsOfTickets: Answer[] = [
  [applicants.listApplicants, { others: 403, applicant: 200, blocked: 200 }],
  [applicants.exportApplicants, nobody],
  [applicants.countApplications, nobody],
  // Each is told of events of their own alone.
  [applicants.countNewApplicants, everybody],
  [approveApplications, nobody],
  [refuseApplications, nobody],
  [markPaid, nobody],
  [slips.showSlip, { others: 404, owner: 200 }],
  [slips.sendSlip, unknown],
  [slips.confirmSlip, unknown],
  [slips.refuseSlip, unknown],
  [showReceipt, unknown],
  // Of events of their own alone, too.
  [refunds.listRefundsDue, everybody],
  [refunds.listRefunds, nobody],
  [refunds.exportRefunds, nobody],
  [refunds.markRefunded, nobody],
  [refunds.undoRefunded, nobody],

  [applyToEvent, { others: 201, applicant: 409, owner: 403, blocked: 403 }],
  [listTickets, nobody],
  [showTicket, { others: 404, owner: 200 }],
  [changeAnswers, unknown],
  [showPayment, unknown],
  [cancelTicket, unknown],
  [ticketFeed.showTicketFeed, everybody],
  [ticketFeed.renewTicketFeed, { others: 201 }],
  [ticketFeed.endTicketFeed, everybody],

  [door.showDoor, { others: 403, visitor: 401, owner: 200 }],
  [door.checkIn, { others: 403, visitor: 401, owner: 200 }],
  [door.listDoubleEntries, { others: 403, visitor: 401, owner: 200 }],
  [door.undoCheckIn, { others: 403, visitor: 401, owner: 409 }],
  [progress.showDoorProgress, nobody],
  [progress.listDoorEntries, nobody],
  [door.listDoorLinks, nobody],
  [door.addDoorLink, nobody],
  [door.revokeDoorLink, nobody],
]
