import { informationPages } from '#contract/information.ts'
import type { Act } from './acts.ts'
import type { Reader, World } from './world.ts'

/** The heading of what a reader sees, or where a route leads them instead. */
export type Sight = string | { led: string; heading: string }

/** A menu, or a dialog, by the names of what is pressed on the way to it: a button, or a menu and its item. */
export interface Opened {
  by: [button: string | RegExp, item?: string]
  dialog?: string | RegExp
  /** Those who have it; otherwise everybody who sees the page. */
  for?: Reader[]
}

export interface Row {
  /** As in web/routes.ts. */
  pattern: string
  /** An address of this pattern, where it has parameters. */
  path?: (world: World, reader: Reader) => string
  sees: Record<Reader, Sight>
  opens?: Opened[]
  /** What can be done on the page, one after the other; it is judged again after each. */
  acts?: Act[]
  /** Whether every page links to it: visitors load it as a whole, the others come by that link. */
  inFooter?: boolean
  /** What a browser rightly reports on this page. */
  reported?: RegExp
}

const everybody = (heading: string) => ({ visitor: heading, attendee: heading, organizer: heading })
const login = { led: '/login', heading: 'Welcome Back!' }
const home = { led: '/', heading: 'Find events, hold your ticket, gather.' }
const apply = { led: '/become-organizer', heading: 'Apply to Become an Organizer' }
const signedIn = (heading: string) => ({ ...everybody(heading), visitor: login })
const organizers = (heading: string) => ({ visitor: login, attendee: apply, organizer: heading })
const visitors = (heading: string) => ({ visitor: heading, attendee: home, organizer: home })

const comment = 'More about your comment'
/** What stands around every page, opened on the lightest ones. */
const accountMenu: Opened[] = [{ by: ['Account menu'] }]
const drawer: Opened = { by: ['Open menu'], dialog: 'Ruam' }

const detailOpens: Opened[] = [
  { by: ['Share event'] },
  { by: [comment], for: ['attendee'] },
  { by: [/^More about the comment by/], for: ['attendee', 'organizer'] },
  { by: [comment, 'Delete'], dialog: /^Delete/, for: ['attendee'] },
  { by: [/^More about the comment by/, 'Report'], dialog: /^Report/, for: ['attendee'] },
  { by: ['Manage comments'], for: ['organizer'] },
  { by: ['Manage comments', 'Reported comments'], dialog: 'Reported comments', for: ['organizer'] },
  { by: ['Manage comments', 'Blocked people'], dialog: 'Blocked people', for: ['organizer'] },
  { by: ['Add to calendar'], for: ['attendee'] },
  { by: ['Unapply'], dialog: 'Unapply from this event?', for: ['attendee'] },
  { by: [/^View Applicants/], dialog: 'Event Applicants', for: ['attendee', 'organizer'] },
]

/** The pages of an account, and those that lead to one. */
const accountRoutes: Row[] = [
  { pattern: '/login', sees: visitors('Welcome Back!'), opens: accountMenu },
  {
    pattern: '/register',
    sees: visitors('Create your account'),
    acts: [{ press: 'Next' }, { does: 'fills in the first step' }, { does: 'fills in the second step' }],
  },
  { pattern: '/complete-profile', sees: signedIn('Complete Your Profile') },
  {
    pattern: '/verify-email/:user_id/:token',
    path: () => '/verify-email/1/nonsense',
    sees: everybody('Email Verification Failed'),
    reported: /status of 400/,
  },
  {
    pattern: '/stop-following/:link',
    path: () => '/stop-following/nonsense',
    sees: everybody('Stop Following'),
    reported: /status of 404/,
  },
  { pattern: '/forgot-password', sees: everybody('Forgot Password') },
  { pattern: '/reset-password/:userId?/:token?', path: () => '/reset-password', sees: everybody('Reset Password') },
  {
    pattern: '/reset-password/:userId?/:token?',
    path: () => '/reset-password/1/nonsense',
    sees: everybody('Reset Password'),
  },
  {
    pattern: '/account-info',
    sees: signedIn('Account Details'),
    acts: [{ press: 'Edit Profile' }, { does: 'types a new email, which asks for the password' }],
  },
  { pattern: '/organizer-info', sees: organizers('Organizer Profile'), acts: [{ press: 'Edit Profile' }] },
  {
    pattern: '/become-organizer',
    sees: signedIn('Apply to Become an Organizer'),
    acts: [{ press: 'Submit Application', for: ['attendee'] }],
  },
  // The last one of an account: nobody is signed in afterwards.
  { pattern: '/logout', sees: { visitor: login, attendee: login, organizer: login } },
]

const listRoutes: Row[] = [
  { pattern: '/', sees: everybody(home.heading) },
  {
    pattern: '/discover',
    sees: everybody('Discover'),
    opens: ['Status', 'Category', 'Visibility', 'Subscribe'].map((name) => ({ by: [name], for: ['visitor'] })),
  },
]

const eventRoutes: Row[] = [
  {
    pattern: '/events/:eventId',
    path: ({ own }) => `/events/${own}`,
    sees: everybody('Pneumono'),
    opens: detailOpens,
    acts: [{ does: 'opens a thread and begins a reply', for: ['attendee', 'organizer'] }],
  },
  {
    pattern: '/events/:eventId',
    path: ({ other }) => `/events/${other}`,
    sees: everybody('กรุงเทพมหานคร'),
    opens: [{ by: ['Apply Now'], dialog: /^Apply for/, for: ['attendee'] }],
    acts: [{ press: 'Apply Now', for: ['attendee'] }],
  },
  {
    pattern: '/events/:eventId',
    path: ({ unlisted }) => `/events/${unlisted}`,
    sees: { ...everybody('No event found.'), organizer: 'Surprise party' },
    reported: /status of 404/,
  },
  {
    pattern: '/organizers/:organizerId',
    path: ({ organizerId }) => `/organizers/${organizerId}`,
    sees: everybody('Pneumono'),
    acts: [{ does: 'follows the organizer', for: ['attendee'] }],
  },
  {
    pattern: '/organizers/:organizerId',
    path: () => '/organizers/2000000',
    sees: everybody('No organizer found.'),
    reported: /status of 404/,
  },
  {
    pattern: '/*',
    path: () => '/no-such-page',
    sees: everybody('Page Not Found'),
    opens: [...accountMenu, drawer],
    reported: /status of 404/,
  },
]

const ownRoutes: Row[] = [
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
      { by: [/^Delete Event/], dialog: /^Delete/ },
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

const informationRoutes: Row[] = Object.values(informationPages).map(({ path, title }) => ({
  pattern: path,
  sees: everybody(title),
  inFooter: true,
}))

/** Every route of the specification (section 2), in the parts that are swept together, with who may open it. */
export const routes: Record<string, Row[]> = {
  'the lists of events': listRoutes,
  'the pages of an event': eventRoutes,
  'the pages of an account': accountRoutes,
  'the information pages': informationRoutes,
  'the pages of organizers and ticket holders': ownRoutes,
}
