import {
  countApplications,
  countNewApplicants,
  exportApplicants,
  listApplicants,
} from '#contract/tickets/applicants.ts'
import { approveApplications, markPaid, refuseApplications } from '#contract/tickets/decisions.ts'
import * as door from '#contract/tickets/door.ts'
import * as progress from '#contract/tickets/door-progress.ts'
import * as slips from '#contract/tickets/payments.ts'
import { showPayment, showReceipt } from '#contract/tickets/payments.ts'
import * as refunds from '#contract/tickets/refunds.ts'
import * as ticketFeed from '#contract/tickets/tickets.ts'
import { applyToEvent, cancelTicket, changeAnswers, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { people } from './people.ts'
import { call, type Exception, image, nothing, ofEvent, type Row } from './row.ts'

/** Whoever applied for the event whose list it is, and nobody else. */
const applicantsToOwner: Exception = {
  to: 'owner',
  whose: ['applicant', 'former', 'blocked', 'emailNamed', 'phoneNamed', 'googler'],
  fields: ['email', 'phone_number', 'address', 'nationality', 'birth_date'],
  why: 'docs/specification.md, section 3, Applicant: an organizer must know and reach those who come.',
}

const answersToOwner: Exception = {
  to: 'owner',
  whose: ['applicant'],
  fields: ['address'],
  why: 'docs/decisions/075-the-life-of-an-application.md: they have answered it to the organizer.',
}

/** The calls about applications, tickets and the door, in this order. */
export const applyingCalls: Row[] = [
  call(listApplicants, 'owner', ofEvent, applicantsToOwner),
  call(listApplicants, 'applicant', ofEvent, applicantsToOwner),
  call(exportApplicants, 'owner', ofEvent, applicantsToOwner),
  call(approveApplications, 'owner', ({ decidedEvent, toApprove }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toApprove], word: 'Welcome.' },
  })),
  call(refuseApplications, 'owner', ({ decidedEvent, toRefuse }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toRefuse] },
  })),
  call(markPaid, 'owner', ({ decidedEvent, toPay }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toPay] },
  })),
  call(countApplications, 'owner', ofEvent),
  // The applicant's slips are in review for two applications, and a third was paid and has ended.
  call(slips.showSlip, 'applicant', ({ slipShown }) => ({ params: { ticketId: slipShown } })),
  call(slips.sendSlip, 'applicant', ({ slipShown }) => ({ params: { ticketId: slipShown }, file: image })),
  call(slips.confirmSlip, 'owner', ({ slipShown }) => ({ params: { ticketId: slipShown } })),
  call(slips.refuseSlip, 'owner', ({ slipToRefuse }) => ({
    params: { ticketId: slipToRefuse },
    body: { reason: 'This is another amount.' },
  })),
  call(showReceipt, 'applicant', ({ toRefund }) => ({ params: { ticketId: toRefund } })),
  call(refunds.listRefunds, 'owner', ({ refundEvent }) => ({ params: { eventId: refundEvent } })),
  call(refunds.listRefundsDue, 'owner', nothing),
  call(refunds.exportRefunds, 'owner', ({ refundEvent }) => ({ params: { eventId: refundEvent } })),
  call(refunds.markRefunded, 'owner', ({ refundEvent, toRefund }) => ({
    params: { eventId: refundEvent },
    body: { applications: [toRefund] },
  })),
  call(refunds.undoRefunded, 'owner', ({ refundEvent, toRefund, clock }) => ({
    params: { eventId: refundEvent },
    body: { application: toRefund, refunded_at: clock.now.toISOString() },
  })),
  call(countNewApplicants, 'owner', ({ event }) => ({ query: { events: String(event) } })),

  call(applyToEvent, 'stranger', ({ otherEvent }) => ({ params: { eventId: otherEvent } })),
  call(listTickets, 'applicant', ({ applicant }) => ({ params: { userId: applicant.id } })),
  call(showTicket, 'applicant', ({ ticket }) => ({ params: { ticketId: ticket } }), answersToOwner),
  call(changeAnswers, 'applicant', ({ ticket }) => ({
    params: { ticketId: ticket },
    body: { answers: { where: people.applicant.address } },
  })),
  call(showPayment, 'applicant', ({ ownToPay }) => ({ params: { ticketId: ownToPay } })),
  call(cancelTicket, 'applicant', ({ spareTicket }) => ({ params: { ticketId: spareTicket } })),

  call(ticketFeed.showTicketFeed, 'applicant', nothing),
  call(ticketFeed.renewTicketFeed, 'applicant', nothing),
  call(ticketFeed.endTicketFeed, 'applicant', nothing),

  call(door.showDoor, 'helper', ofEvent),
  call(door.checkIn, 'helper', ({ event, scanOf }) => ({
    params: { eventId: event },
    body: { device: 'Gate 2', scans: [scanOf()] },
  })),
  call(door.listDoubleEntries, 'helper', ofEvent),
  call(door.undoCheckIn, 'helper', ({ event, scanId }) => ({ params: { eventId: event, scanId } })),
  call(progress.showDoorProgress, 'owner', ofEvent),
  call(progress.listDoorEntries, 'owner', ofEvent),
  call(door.listDoorLinks, 'owner', ofEvent),
  call(door.addDoorLink, 'owner', ({ event }) => ({ params: { eventId: event }, body: { name: 'Side gate' } })),
  call(door.revokeDoorLink, 'owner', ({ event, spareLink }) => ({ params: { eventId: event, linkId: spareLink.id } })),
]
