export type User = 'visitor' | 'attendee' | 'organizer'

/** In `path`, `:own` and the like stand for what `addFixtures` made. `opens` has the first words of buttons, or an item of a menu
 *  as in 'Manage comments > Blocked people'. `errors` are those that the browser is expected to report. */
const row = (path: string, heading: string, opens: string[] = [], errors?: RegExp) => ({ path, heading, opens, errors })
type Row = ReturnType<typeof row>
type Redirect = [user: User, path: string, to: string]

const missing = /status of 404/
/** A page whose link is not valid. */
const unknown = (path: string, heading: string) => row(`${path}/nonsense`, heading, [], missing)

const shellOpens = ['Account menu', 'Open menu']

/** Every route, once for each view of it. Which pages the guard protects is in `web/routes.test.ts`. */
export const routes: Record<User, Row[]> = {
  visitor: [
    row('/', 'Find your next event', shellOpens),
    row('/discover', 'Discover', ['Status', 'Category', 'Visibility', 'Subscribe']),
    row('/events/:other', 'กรุงเทพมหานคร'),
    row('/events/2000000', 'No event found.', [], missing),
    row('/organizers/:organizer', 'Pneumono'),
    row('/no-such-page', 'Page Not Found', [], missing),
    row('/login', 'Welcome Back!', ['Account menu']),
    row('/register', 'Create your account'),
    row('/sign-in/nonsense', 'Type the Code Instead'),
    row('/verify-email/1/nonsense', 'Email Verification Failed', [], /status of 400/),
    unknown('/guest-ticket', 'Your Ticket'),
    unknown('/invitation', 'You are Invited'),
    unknown('/how-was-it', 'How was it?'),
    unknown('/stop-messages', 'Messages from Organizers'),
    unknown('/team-invitation', 'Join a Team'),
    unknown('/stop-following', 'Stop Following'),
    row('/forgot-password', 'Forgot Password'),
    row('/reset-password', 'Reset Password'),
    row('/reset-password/1/nonsense', 'Reset Password'),
    // The information pages that together have every kind of element: pictures, lists, headings of two levels, code and contents.
    row('/team/press-kit', 'Press Kit'),
    row('/legal/privacy-policy', 'Privacy Policy'),
    row('/legal/cookie-policy', 'Cookie Policy'),
    row('/events/:own/check-in#:door', 'Check in', [], /status of 40[13]/),
  ],
  attendee: [
    row('/events/:own', 'Pneumono', [
      'Share event',
      'Add to calendar',
      'More about your comment > Delete',
      'More about the comment by > Report',
      'Unapply',
      'View Applicants',
    ]),
    row('/events/:other', 'กรุงเทพมหานคร', ['Apply Now']),
    row('/sign-in/nonsense', 'You Are Signed In'),
    row('/complete-profile', 'Complete Your Profile'),
    row('/account-info', 'Account Details', shellOpens),
    row('/access-tokens', 'Access Tokens'),
    row('/become-organizer', 'Apply to Become an Organizer'),
    row('/bookmarks', 'Bookmarks'),
    row('/my-tickets', 'My Tickets', ['Calendar feed']),
    row('/pay/:ticket', 'Pay'),
    row('/receipt/:ticket', 'Receipt', [], missing),
    row('/events/:own/check-in', 'Check in', [], /status of 40[13]/),
  ],
  organizer: [
    row('/events/:own', 'Pneumono', [
      'Manage comments > Reported comments',
      'Manage comments > Blocked people',
      'More about the comment by',
      'View Applicants',
    ]),
    row('/organizer-info', 'Organizer Profile', shellOpens),
    row('/webhooks', 'Webhooks'),
    row('/create-event', 'Create Your Event'),
    row('/my-events', 'My Events', ['View Applicants', 'More about > Delete Event']),
    row('/my-events?show=drafts', 'My Events', ['Delete']),
    row('/events/:own/edit', 'Edit Event'),
    row('/events/:deciding/applicants', 'Applicants', ['Refuse', 'Invite People']),
    row('/events/:owing/refunds', 'Refunds', ['Mark as refunded']),
    row('/events/:own/messages', 'Messages'),
    row('/events/:own/dates', 'Dates', ['Call off']),
    row('/events/:own/codes', 'Codes', ['Add a Code']),
    row('/events/:own/share', 'Share Event'),
    row('/events/:own/team', 'Team'),
    row('/events/:own/manage', 'Overview'),
    // With answers to the event's questions.
    row('/virtual-ticket/:answered', 'Virtual Ticket', ['Show the QR code large']),
    row('/ticket/:answered', 'Ticket', ['Change Answers']),
    // Last, because leaving it asks first.
    row('/events/:own/check-in', 'Check in', ['Revoke', 'Leave check-in'], /status of 40[13]/),
  ],
}

/** Where people are redirected from pages that they may not open. */
export const redirects: Redirect[] = [
  ['visitor', '/account-info', '/login?next=%2Faccount-info'],
  ['visitor', '/complete-profile', '/login?next=%2Fcomplete-profile'],
  ['visitor', '/events/:own/check-in', '/login?next=%2Fevents%2F:own%2Fcheck-in'],
  ['visitor', '/logout', '/login'],
  ['attendee', '/login', '/'],
  ['attendee', '/register', '/'],
  ...['/create-event', '/my-events', '/organizer-info', '/webhooks'].map(
    (path): Redirect => ['attendee', path, '/become-organizer?needed'],
  ),
  ['attendee', '/events/:other/edit', '/become-organizer?needed'],
]
