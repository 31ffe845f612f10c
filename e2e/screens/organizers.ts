import type { Page } from '@playwright/test'
import { addTags } from '../support/event-form.ts'
import type { Fixtures } from './fixtures.ts'
import { desk, phone, pressed, type Screen } from './screen.ts'

/** The comments' controls load when the comments come near. */
async function manageComments(page: Page) {
  await page.evaluate(() => document.getElementById('comments')?.scrollIntoView())
  await pressed('Manage comments')(page)
}

export function organizerScreens({
  people: { owner, newcomer, helper },
  events,
  organizer,
  teamInvitation,
}: Fixtures): Screen[] {
  const popular = `/events/${events.popular.id}`
  const edit = `/events/${events.longest.id}/edit`
  const applicants = `/events/${events.deciding.id}/applicants`
  const onTab = (name: string) => ({
    name: `edit event, ${name}`,
    path: edit,
    act: (page: Parameters<NonNullable<Screen['act']>>[0]) => page.getByRole('tab', { name }).click(),
  })
  const screens: Screen[] = [
    { name: 'organizer home', path: '/' },
    { name: 'organizer drawer', path: '/', act: pressed('Open menu'), widths: [phone] },
    {
      name: 'organizer sidebar kept open',
      path: '/discover',
      act: async (page) => {
        await page.getByRole('complementary', { name: 'Sidebar' }).hover()
        await pressed('Keep sidebar open')(page)
      },
      widths: [desk],
    },
    { name: 'organizer own page', path: `/organizers/${organizer}` },
    { name: 'organizer discover', path: '/discover' },
    { name: 'organizer event', path: popular },
    { name: 'organizer event unlisted', path: `/events/${events.unlisted.id}` },
    { name: 'organizer manages comments', path: popular, act: manageComments },
    {
      name: 'organizer sees reported comments',
      path: popular,
      act: async (page) => {
        await manageComments(page)
        await page.getByRole('menuitem', { name: 'Reported comments' }).click()
      },
    },
    {
      name: 'organizer sees applicants',
      path: popular,
      act: async (page) => {
        await pressed(/^View Applicants/)(page)
        await page.getByText('Kanokwan').first().waitFor()
      },
    },
    { name: 'applicants', path: applicants },
    {
      name: 'applicants, all chosen',
      path: applicants,
      act: (page) => page.getByRole('checkbox', { name: 'Choose all shown' }).check(),
    },
    { name: 'applicants, inviting', path: applicants, act: pressed('Invite People') },
    { name: 'applicants, invited', path: `${applicants}?show=invited` },
    {
      name: 'applicants, one to refuse',
      path: applicants,
      act: (page) =>
        page
          .getByRole('button', { name: /^Refuse/ })
          .first()
          .click(),
    },
    { name: 'manage', path: `${popular}/manage` },
    { name: 'manage, its numbers', path: `${popular}/manage`, act: openNumbers },
    { name: 'manage, the day itself', path: `/events/${events.door.id}/manage` },
    { name: 'manage, paid', path: `/events/${events.paid.id}/manage` },
    { name: 'manage, answers', path: `/events/${events.longest.id}/manage` },
    { name: 'messages', path: `${popular}/messages` },
    { name: 'messages, writing', path: `${popular}/messages?to=tickets` },
    { name: 'messages, preview', path: `${popular}/messages?thanks`, act: pressed('Preview') },
    { name: 'series, dates', path: `/events/${events.series.id}/dates` },
    { name: 'series, more dates', path: `/events/${events.series.id}/dates`, act: pressed('Show the dates') },
    { name: 'series, settings', path: `/events/${events.series.id}/edit` },
    { name: 'series, team', path: `/events/${events.series.id}/team` },
    { name: 'team', path: `/events/${events.deciding.id}/team` },
    {
      name: 'team, invitation link',
      path: `/events/${events.deciding.id}/team`,
      act: pressed('Invite'),
    },
    { name: 'refunds', path: `/events/${events.paid.id}/refunds` },
    { name: 'refunds, one to mark', path: `/events/${events.paid.id}/refunds`, act: pressed(/^Mark as refunded/) },
    { name: 'my events', path: '/my-events' },
    { name: 'my events, drafts', path: '/my-events?show=drafts' },
    { name: 'codes', path: edit.replace('/edit', '/codes') },
    { name: 'share event', path: edit.replace('/edit', '/share') },
    { name: 'share event, on paper', path: edit.replace('/edit', '/share'), onPaper: true },
    { name: 'my events, one to delete', path: '/my-events', act: deleteFirst },
    { name: 'create event', path: '/create-event' },
    { name: 'create event, blank', path: '/create-event', act: pressed('Create Event') },
    { name: 'create event, tags', path: '/create-event', act: (page) => addTags(page, 'ดนตรี', 'open source') },
    ...['Basic Details', 'Location', 'Date & Time', 'Ticketing', 'Contact & Social'].map(onTab),
    { name: 'create event, preview', path: edit, act: pressed('Preview') },
    { name: 'organizer profile', path: '/organizer-info' },
    {
      name: 'organizer profile, refused',
      path: '/organizer-info',
      act: async (page) => {
        await pressed('Edit Profile')(page)
        await page.getByLabel('Organizer Name').fill('')
        await pressed(/^Save/)(page)
      },
    },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'access tokens', path: '/access-tokens' },
    { name: 'organizer account', path: '/account-info' },
  ]
  const ofNewcomer: Screen[] = [
    { name: 'my events empty', path: '/my-events' },
    { name: 'my tickets empty', path: '/my-tickets' },
  ]
  const ofHelper: Screen[] = [
    { name: 'team of others, my tickets', path: '/my-tickets' },
    { name: 'team of others, invitation', path: `/team-invitation/${teamInvitation}` },
    { name: 'team of others, desk', path: `/events/${events.deciding.id}/applicants` },
    { name: 'team of others, own role', path: `/events/${events.deciding.id}/team` },
    {
      name: 'team of others, settings',
      path: `/events/${events.paid.id}/edit`,
      act: (page) => page.getByRole('tab', { name: 'Ticketing' }).click(),
    },
  ]
  return [
    ...screens.map((screen) => ({ ...screen, as: owner })),
    ...ofNewcomer.map((screen) => ({ ...screen, as: newcomer })),
    ...ofHelper.map((screen) => ({ ...screen, as: helper })),
  ]
}

async function openNumbers(page: Page) {
  for (const summary of await page.locator('summary').all()) await summary.click()
}

async function deleteFirst(page: Page) {
  await pressed(/^More about/)(page)
  await page.getByRole('menuitem', { name: 'Delete Event' }).click()
}
