import { informationPages } from '#contract/paths.ts'
import type { Fixtures } from './fixtures.ts'

export type User = 'visitor' | 'attendee' | 'organizer'
export const users: User[] = ['visitor', 'attendee', 'organizer']

/** The heading that a user sees, or the page that they are redirected to. */
export type View = string | { path: string; heading: string }

/** A menu or a dialog, with the presses that open it: a button, or a menu and its item. */
export interface Opened {
  by: [button: string | RegExp, item?: string]
  dialog?: string | RegExp
  /** The users who can open it. */
  for: User[]
}

export interface Row {
  /** As in web/routes.ts. */
  pattern: string
  sees: Record<User, View>
  /** A path of this pattern, where it has parameters. */
  path?: string | ((fixtures: Fixtures, user: User) => string)
  /** Who opens it: by default the first of those who see the same heading, and nobody who is redirected, because
   *  `web/routes.test.ts` shows which pages a guard redirects. */
  openedBy?: User[]
  opens?: Opened[]
  /** Problems that the browser is expected to report on this page. */
  reported?: RegExp
}

type More = Omit<Row, 'pattern' | 'sees'>
const row = (pattern: string, sees: Row['sees'], more: More = {}): Row => ({ pattern, sees, ...more })
const menu = (button: string | RegExp, ...some: User[]): Opened => ({ by: [button], for: some.length ? some : users })
const dialog = (title: string | RegExp, by: Opened['by'], ...some: User[]) => ({
  ...menu('', ...some),
  by,
  dialog: title,
})

const everybody = (heading: string) => ({ visitor: heading, attendee: heading, organizer: heading })
/** With the way back to the page in `?next=`. */
export const login = { path: '/login', heading: 'Welcome Back!' }
const loggedOut = { ...login }
const home = { path: '/', heading: 'Find your next event' }
export const apply = { path: '/become-organizer', heading: 'Apply to Become an Organizer' }
const signedIn = (heading: string) => ({ ...everybody(heading), visitor: login })
const organizers = (heading: string) => ({ visitor: login, attendee: apply, organizer: heading })
const ofLink = (heading: string) => ({ ...everybody('No event found.'), organizer: heading })
const visitors = (heading: string) => ({ visitor: heading, attendee: home, organizer: home })
/** For pages where a redirect is opened too. */
const withVisitor: More = { openedBy: ['visitor', 'attendee'] }
const withAttendee: More = { openedBy: ['attendee', 'organizer'] }

const comment = 'More about your comment'
const otherComment = /^More about the comment by/
const missing = /status of 404/

const shellOpens: Opened[] = [menu('Account menu'), dialog('Ruam', ['Open menu'])]

const eventOpens: Opened[] = [
  menu('Share event'),
  menu(comment, 'attendee'),
  menu(otherComment, 'attendee', 'organizer'),
  dialog(/^Delete/, [comment, 'Delete'], 'attendee'),
  dialog(/^Report/, [otherComment, 'Report'], 'attendee'),
  menu('Manage comments', 'organizer'),
  dialog('Reported comments', ['Manage comments', 'Reported comments'], 'organizer'),
  dialog('Blocked people', ['Manage comments', 'Blocked people'], 'organizer'),
  menu('Add to calendar', 'attendee'),
  dialog('Unapply from this event?', ['Unapply'], 'attendee'),
  dialog('Event Applicants', [/^View Applicants/], 'attendee', 'organizer'),
]

/** A page of the organizer's event. Its calls refuse the attendee, who has no role there. */
const own = (page: string, heading: string, of: 'own' | 'deciding' | 'owing' = 'own', ...opens: Opened[]) =>
  row(`/events/:eventId/${page}`, organizers(heading), {
    path: (ids) => `/events/${ids[of]}/${page}`,
    opens,
    reported: /status of 403/,
  })
/** A page of the user's ticket. */
const ticket = (page: string, heading: string, more: More = {}) =>
  row(`/${page}/:ticketId`, signedIn(heading), { path: (ids, user) => `/${page}/${ids.tickets[user].id}`, ...more })

/** The information pages that together have every kind of element: pictures, lists, headings of two levels, code and contents. */
const withAllElements = ['press-kit', 'privacy-policy', 'cookie-policy']

/** Every route of the specification (section 2) and who may open it, in the groups that are swept together. */
export const routes: Record<string, Row[]> = {
  'the lists of events': [
    row('/', everybody(home.heading), { openedBy: users, opens: shellOpens }),
    row('/discover', everybody('Discover'), {
      opens: ['Status', 'Category', 'Visibility', 'Subscribe'].map((name) => menu(name)),
    }),
  ],
  'the pages of an event': [
    row('/events/:eventId', everybody('Pneumono'), {
      path: ({ own }) => `/events/${own}`,
      openedBy: ['attendee', 'organizer'],
      opens: eventOpens,
    }),
    row('/events/:eventId', everybody('กรุงเทพมหานคร'), {
      path: ({ other }) => `/events/${other}`,
      openedBy: ['visitor', 'attendee'],
      opens: [dialog(/^Apply for/, ['Apply Now'], 'attendee')],
    }),
    row('/events/:eventId', ofLink('Surprise party'), { path: (ids) => `/events/${ids.unlisted}`, reported: missing }),
    row('/organizers/:organizerId', everybody('Pneumono'), {
      path: ({ organizerId }) => `/organizers/${organizerId}`,
      openedBy: ['visitor', 'organizer'],
    }),
    row('/organizers/:organizerId', everybody('No organizer found.'), {
      path: '/organizers/2000000',
      reported: missing,
    }),
    row('/*', everybody('Page Not Found'), { path: '/no-such-page', reported: missing }),
  ],
  'the pages of an account': [
    row('/login', visitors('Welcome Back!'), { ...withVisitor, opens: [menu('Account menu')] }),
    row('/register', visitors('Create your account'), withVisitor),
    row('/complete-profile', signedIn('Complete Your Profile'), withVisitor),
    row('/verify-email/:user_id/:token', everybody('Email Verification Failed'), {
      path: '/verify-email/1/nonsense',
      reported: /status of 400/,
    }),
    row('/guest-ticket/:code', everybody('Your Ticket'), { path: '/guest-ticket/nonsense', reported: missing }),
    row('/invitation/:token', everybody('You are Invited'), { path: '/invitation/nonsense', reported: missing }),
    row(
      '/sign-in/:link',
      { ...everybody('You Are Signed In'), visitor: 'Type the Code Instead' },
      { path: '/sign-in/nonsense' },
    ),
    row('/how-was-it/:link', everybody('How was it?'), { path: '/how-was-it/nonsense', reported: missing }),
    row('/stop-messages/:link', everybody('Messages from Organizers'), {
      path: '/stop-messages/nonsense',
      reported: missing,
    }),
    row('/team-invitation/:secret', everybody('Join a Team'), {
      path: '/team-invitation/nonsense',
      reported: missing,
    }),
    row('/stop-following/:link', everybody('Stop Following'), { path: '/stop-following/nonsense', reported: missing }),
    row('/forgot-password', everybody('Forgot Password')),
    row('/reset-password/:userId?/:token?', everybody('Reset Password'), { path: '/reset-password' }),
    row('/reset-password/:userId?/:token?', everybody('Reset Password'), { path: '/reset-password/1/nonsense' }),
    row('/account-info', signedIn('Account Details'), withVisitor),
    row('/access-tokens', signedIn('Access Tokens')),
    row('/organizer-info', organizers('Organizer Profile'), withAttendee),
    row('/webhooks', organizers('Webhooks'), withAttendee),
    row('/become-organizer', signedIn('Apply to Become an Organizer')),
    row('/logout', { visitor: loggedOut, attendee: loggedOut, organizer: loggedOut }, { openedBy: ['visitor'] }),
  ],
  'the pages of organizers and ticket holders': [
    row('/create-event', organizers('Create Your Event'), withAttendee),
    { ...own('edit', 'Edit Event'), ...withAttendee },
    own(
      'applicants',
      'Applicants',
      'deciding',
      dialog(/^Refuse/, [/^Refuse/], 'organizer'),
      dialog('Invite People', ['Invite People'], 'organizer'),
    ),
    own('refunds', 'Refunds', 'owing', dialog(/^Have you paid/, [/^Mark as refunded/], 'organizer')),
    own('messages', 'Messages', 'own'),
    own('dates', 'Dates', 'own', dialog(/^Call off/, [/^Call off/], 'organizer')),
    own('codes', 'Codes', 'own', dialog('Add a Code', ['Add a Code'], 'organizer')),
    own('share', 'Share Event'),
    own('team', 'Team'),
    own('manage', 'Overview'),
    row('/my-events', organizers('My Events'), {
      ...withAttendee,
      opens: [
        dialog('Event Applicants', [/^View Applicants/]),
        menu(/^More about/),
        dialog(/^Delete/, [/^More about/, 'Delete Event']),
      ],
    }),
    row('/my-events', organizers('My Events'), {
      path: '/my-events?show=drafts',
      opens: [dialog(/^Delete/, [/^Delete/], 'organizer')],
    }),
    row('/events/:eventId/check-in', signedIn('Check in'), {
      path: (ids) => `/events/${ids.own}/check-in`,
      openedBy: users,
      opens: [dialog(/^Revoke/, [/^Revoke/], 'organizer'), dialog('Leave check-in?', ['Leave check-in'], 'organizer')],
      reported: /status of 40[13]/,
    }),
    row('/bookmarks', signedIn('Bookmarks')),
    row('/my-tickets', signedIn('My Tickets'), { opens: [dialog('Calendar feed', ['Calendar feed'], 'attendee')] }),
    // The organizer's ticket has answers.
    ticket('virtual-ticket', 'Virtual Ticket', {
      openedBy: users,
      opens: [dialog(/-/, ['Show the QR code large'])],
    }),
    // Its price is paid at the event, so there is nothing to pay here.
    ticket('pay', 'Pay'),
    ticket('ticket', 'Ticket', {
      openedBy: ['organizer'],
      opens: [dialog('Change your answers', ['Change Answers'])],
    }),
    ticket('receipt', 'Receipt', { reported: missing }),
    // Once a browser has opened a door link, the door stays open there.
    row('/events/:eventId/check-in', everybody('Check in'), {
      path: (ids) => `/events/${ids.own}/check-in#${ids.door}`,
    }),
  ],
  'the information pages': Object.entries(informationPages).map(([name, { path, title }]) =>
    row(path, everybody(title), { openedBy: withAllElements.includes(name) ? ['visitor'] : [] }),
  ),
}
