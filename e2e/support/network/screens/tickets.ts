import { type Failure, live } from '../failure.ts'

export const ticketScreens: Record<string, Record<string, Failure>> = {
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
}
