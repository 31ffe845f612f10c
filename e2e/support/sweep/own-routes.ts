import { everybody, organizers, type Row, signedIn } from './sights.ts'

/** The pages of organizers and ticket holders. */
export const ownRoutes: Row[] = [
  {
    pattern: '/create-event',
    sees: organizers('Create Your Event'),
    acts: [
      { does: 'chooses a banner and crops it' },
      { press: 'Create Event' },
      { tab: 'Location' },
      { tab: 'Date & Time' },
      { tab: 'Ticketing' },
      { does: 'asks a question with choices' },
      { tab: 'Contact & Social' },
    ],
  },
  {
    pattern: '/events/:eventId/edit',
    path: ({ own }) => `/events/${own}/edit`,
    sees: organizers('Edit Event'),
  },
  {
    pattern: '/events/:eventId/applicants',
    path: ({ deciding }) => `/events/${deciding}/applicants`,
    sees: organizers('Applicants'),
    opens: [{ by: [/^Refuse/], dialog: /^Refuse/, for: ['organizer'] }],
    acts: [{ does: 'chooses all applications', for: ['organizer'] }],
  },
  {
    pattern: '/events/:eventId/refunds',
    path: ({ owing }) => `/events/${owing}/refunds`,
    sees: organizers('Refunds'),
    opens: [{ by: [/^Mark as refunded/], dialog: /^Have you paid/, for: ['organizer'] }],
  },
  { pattern: '/events/:eventId/share', path: ({ own }) => `/events/${own}/share`, sees: organizers('Share Event') },
  {
    pattern: '/my-events',
    sees: organizers('My Events'),
    opens: [
      { by: [/^View Applicants/], dialog: 'Event Applicants' },
      { by: [/^More about/] },
      { by: [/^More about/, 'Delete Event'], dialog: /^Delete/ },
    ],
  },
  {
    pattern: '/my-events',
    path: () => '/my-events?show=drafts',
    sees: organizers('My Events'),
    opens: [{ by: [/^Delete/], dialog: /^Delete/, for: ['organizer'] }],
  },
  {
    pattern: '/events/:eventId/check-in',
    path: ({ own }) => `/events/${own}/check-in`,
    sees: signedIn('Check in'),
    opens: [
      { by: [/^Revoke/], dialog: /^Revoke/, for: ['organizer'] },
      { by: ['Leave the door'], dialog: 'Leave the door?', for: ['organizer'] },
    ],
    acts: [
      { does: 'checks a ticket in', for: ['organizer'] },
      { does: 'checks it in again', for: ['organizer'] },
      { does: 'checks an unknown number in', for: ['organizer'] },
      { tab: 'Progress', for: ['organizer'] },
      { tab: 'Guest list', for: ['organizer'] },
      { tab: 'Scans', for: ['organizer'] },
      { does: 'makes a door link, which is shown once', for: ['organizer'] },
    ],
    reported: /status of 40[13]/,
  },
  { pattern: '/bookmarks', sees: signedIn('Bookmarks') },
  {
    pattern: '/my-tickets',
    sees: signedIn('My Tickets'),
    opens: [{ by: ['Calendar feed'], dialog: 'Calendar feed', for: ['attendee'] }],
  },
  {
    pattern: '/virtual-ticket/:ticketId',
    path: ({ tickets }, reader) => `/virtual-ticket/${tickets[reader].id}`,
    sees: signedIn('Virtual Ticket'),
    opens: [{ by: ['Show the QR code large'], dialog: /-/ }],
  },
  {
    // Their ticket is paid at the event: there is nothing to pay.
    pattern: '/pay/:ticketId',
    path: ({ tickets }, reader) => `/pay/${tickets[reader].id}`,
    sees: signedIn('Pay'),
  },
  {
    pattern: '/ticket/:ticketId',
    path: ({ tickets }, reader) => `/ticket/${tickets[reader].id}`,
    sees: signedIn('Ticket'),
    opens: [{ by: ['Change Answers'], dialog: 'Change your answers', for: ['organizer'] }],
    acts: [{ press: 'Change Answers', for: ['organizer'] }],
  },
  {
    pattern: '/receipt/:ticketId',
    path: ({ tickets }, reader) => `/receipt/${tickets[reader].id}`,
    sees: signedIn('Receipt'),
    reported: /status of 404/,
  },
  // Once a browser has opened a door link, the door stays open there.
  {
    pattern: '/events/:eventId/check-in',
    path: ({ own, door }) => `/events/${own}/check-in#${door}`,
    sees: everybody('Check in'),
  },
]
