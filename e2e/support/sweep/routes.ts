import { informationPages } from '#contract/paths.ts'
import type { Fixtures, User } from './fixtures.ts'

/** The heading of what a user sees, or where a route redirects them. */
export type Sight = string | { path: string; heading: string }

/** A menu, or a dialog, by the names of what is pressed on the way to it: a button, or a menu and its item. */
export interface Opened {
  by: [button: string | RegExp, item?: string]
  dialog?: string | RegExp
  /** Who has it; otherwise everybody who sees the page. */
  for?: User[]
}

export interface Row {
  /** As in web/routes.ts. */
  pattern: string
  /** A path of this pattern, where it has parameters. */
  path?: (fixtures: Fixtures, user: User) => string
  sees: Record<User, Sight>
  opens?: Opened[]
  /** What a browser rightly reports on this page. */
  reported?: RegExp
}

const everybody = (heading: string) => ({ visitor: heading, attendee: heading, organizer: heading })
const login = { path: '/login', heading: 'Welcome Back!' }
const home = { path: '/', heading: 'Find your next event' }
const apply = { path: '/become-organizer', heading: 'Apply to Become an Organizer' }
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
  { pattern: '/register', sees: visitors('Create your account') },
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
  { pattern: '/account-info', sees: signedIn('Account Details') },
  { pattern: '/organizer-info', sees: organizers('Organizer Profile') },
  { pattern: '/webhooks', sees: organizers('Webhooks') },
  { pattern: '/become-organizer', sees: signedIn('Apply to Become an Organizer') },
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
  },
  {
    pattern: '/events/:eventId',
    path: ({ other }) => `/events/${other}`,
    sees: everybody('กรุงเทพมหานคร'),
    opens: [{ by: ['Apply Now'], dialog: /^Apply for/, for: ['attendee'] }],
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

const informationRoutes: Row[] = Object.values(informationPages).map(({ path, title }) => ({
  pattern: path,
  sees: everybody(title),
}))

/** The pages of organizers and ticket holders. */
const ownRoutes: Row[] = [
  { pattern: '/create-event', sees: organizers('Create Your Event') },
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
  },
  {
    pattern: '/events/:eventId/refunds',
    path: ({ owing }) => `/events/${owing}/refunds`,
    sees: organizers('Refunds'),
    opens: [{ by: [/^Mark as refunded/], dialog: /^Have you paid/, for: ['organizer'] }],
  },
  { pattern: '/events/:eventId/share', path: ({ own }) => `/events/${own}/share`, sees: organizers('Share Event') },
  { pattern: '/events/:eventId/manage', path: ({ own }) => `/events/${own}/manage`, sees: organizers('Overview') },
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
    path: ({ tickets }, user) => `/virtual-ticket/${tickets[user].id}`,
    sees: signedIn('Virtual Ticket'),
    opens: [{ by: ['Show the QR code large'], dialog: /-/ }],
  },
  {
    // Their ticket is paid at the event: there is nothing to pay.
    pattern: '/pay/:ticketId',
    path: ({ tickets }, user) => `/pay/${tickets[user].id}`,
    sees: signedIn('Pay'),
  },
  {
    pattern: '/ticket/:ticketId',
    path: ({ tickets }, user) => `/ticket/${tickets[user].id}`,
    sees: signedIn('Ticket'),
    opens: [{ by: ['Change Answers'], dialog: 'Change your answers', for: ['organizer'] }],
  },
  {
    pattern: '/receipt/:ticketId',
    path: ({ tickets }, user) => `/receipt/${tickets[user].id}`,
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

/** Every route of the specification (section 2), in the parts that are swept together, with who may open it. */
export const routes: Record<string, Row[]> = {
  'the lists of events': listRoutes,
  'the pages of an event': eventRoutes,
  'the pages of an account': accountRoutes,
  'the information pages': informationRoutes,
  'the pages of organizers and ticket holders': ownRoutes,
}
