import { informationPages } from '#contract/paths.ts'
import type { Fixtures } from './fixtures.ts'
import { desk, phone, pressed, type Screen } from './screen.ts'

/** The product without any events. */
export const emptyProduct: Screen[] = [
  { name: 'home empty', path: '/' },
  { name: 'discover empty', path: '/discover' },
]

export function visitorScreens({ events, organizer, feedback }: Fixtures): Screen[] {
  return [
    { name: 'home', path: '/' },
    { name: 'home drawer', path: '/', act: pressed('Open menu'), widths: [phone] },
    { name: 'home account menu', path: '/', act: pressed('Account menu') },
    {
      name: 'home sidebar',
      path: '/',
      act: (page) => page.getByRole('complementary', { name: 'Sidebar' }).hover(),
      widths: [desk],
    },
    ...discover(),
    { name: 'event', path: `/events/${events.popular.id}` },
    { name: 'event share', path: `/events/${events.popular.id}`, act: pressed('Share event') },
    { name: 'event long thai', path: `/events/${events.longest.id}` },
    { name: 'event of a series', path: `/events/${events.series.id}` },
    { name: 'discover, a series', path: '/discover?search=choir' },
    { name: 'feedback', path: feedback },
    { name: 'feedback, tapped in the mail', path: `${feedback}?stars=4` },
    { name: 'event full', path: `/events/${events.full.id}` },
    { name: 'event over', path: `/events/${events.over.id}` },
    { name: 'event early', path: `/events/${events.early.id}` },
    { name: 'event called off, for a stranger', path: `/events/${events.calledOff.id}` },
    { name: 'organizer', path: `/organizers/${organizer}` },
    { name: 'organizer past', path: `/organizers/${organizer}?when=past` },
    { name: 'organizer unknown', path: '/organizers/2000000' },
    { name: 'stop following with a broken link', path: '/stop-following/nonsense' },
    ...accounts(),
    ...Object.entries(informationPages).map(([name, { path }]) => ({ name: `information ${name}`, path })),
    { name: 'not found', path: '/no-such-page' },
    { name: 'check-in without a link', path: `/events/${events.door.id}/check-in` },
    { name: 'check-in with a broken link', path: `/events/${events.door.id}/check-in#nonsense` },
  ]
}

function discover(): Screen[] {
  return [
    { name: 'discover', path: '/discover' },
    { name: 'discover filtered', path: '/discover?search=night&category=NETWORKING&sort=soonest' },
    { name: 'discover near', path: '/discover?near=13.76,100.50' },
    { name: 'discover nothing found', path: '/discover?search=zzzz' },
    { name: 'discover subscribe menu', path: '/discover', act: pressed('Subscribe') },
    { name: 'discover filter menu', path: '/discover', act: pressed(/^Categor/) },
    {
      name: 'discover loading',
      path: '/',
      act: async (page) => {
        // Never answered, so that the page stays in its loading state.
        await page.route(/\/discover\.data/, () => {})
        await page.getByRole('link', { name: 'Discover' }).filter({ visible: true }).first().click()
        await page.getByText('Preparing your experience').waitFor()
      },
    },
  ]
}

function accounts(): Screen[] {
  return [
    { name: 'login', path: '/login' },
    { name: 'login blank', path: '/login', act: pressed('Login') },
    {
      name: 'login refused',
      path: '/login',
      act: async (page) => {
        await page.getByLabel('Username').fill('nobody')
        await page.getByLabel('Password', { exact: true }).fill('nothing at all')
        await pressed('Login')(page)
        await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
      },
    },
    { name: 'register', path: '/register' },
    { name: 'register blank', path: '/register', act: pressed('Next') },
    {
      name: 'register second step',
      path: '/register',
      act: async (page) => {
        await page.getByLabel('Username').fill('somebody')
        await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
        await page.getByLabel('Confirm Password').fill('correct horse battery')
        await pressed('Next')(page)
        await page.getByLabel('First Name').waitFor()
      },
    },
    { name: 'forgot password', path: '/forgot-password' },
    {
      name: 'forgot password sent',
      path: '/forgot-password',
      act: async (page) => {
        await page.getByLabel('Email').fill('somebody@example.com')
        await pressed('Send Reset Link')(page)
        await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor()
      },
    },
    { name: 'reset password', path: '/reset-password' },
    { name: 'reset password, bad link', path: '/reset-password/1/nonsense' },
    { name: 'sign in by a link from elsewhere', path: '/sign-in/nonsense' },
    { name: 'verify email, bad link', path: '/verify-email/1/nonsense' },
  ]
}
