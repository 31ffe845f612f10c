import { informationPages } from '#contract/paths.ts'
import { ownRoutes } from './own-routes.ts'
import { everybody, home, login, type Opened, organizers, type Row, signedIn, visitors } from './sights.ts'

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
