import type { Fixtures } from './fixtures.ts'
import { pressed, type Screen } from './screen.ts'

export function attendeeScreens({ people: { attendee, beginner }, events, tickets, organizer }: Fixtures): Screen[] {
  const popular = `/events/${events.popular.id}`
  const screens: Screen[] = [
    { name: 'attendee event with a ticket', path: popular },
    { name: 'attendee unapply dialog', path: popular, act: pressed('Unapply') },
    { name: 'attendee organizer followed', path: `/organizers/${organizer}` },
    { name: 'attendee event before it opens', path: `/events/${events.early.id}` },
    { name: 'attendee is asked whether to apply', path: `/events/${events.toApplyFor.id}?apply=now` },
    { name: 'attendee is asked questions', path: `/events/${events.asking.id}?apply=now` },
    {
      name: 'attendee event, just applied',
      path: `/events/${events.toApplyFor.id}`,
      act: async (page) => {
        await pressed('Apply Now')(page)
        await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor()
      },
    },
    { name: 'attendee event too young', path: `/events/${events.adults.id}` },
    { name: 'attendee event called off', path: `/events/${events.calledOff.id}` },
    {
      name: 'attendee comment menu',
      path: popular,
      act: pressed('More about your comment'),
    },
    {
      name: 'attendee deletes a comment',
      path: popular,
      act: async (page) => {
        await pressed('More about your comment')(page)
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      },
    },
    {
      name: 'attendee replies',
      path: popular,
      act: async (page) => {
        await page.getByRole('button', { name: /^6 replies/ }).click()
        await page.getByText('I do, from Sathorn.').first().waitFor()
        await page
          .getByRole('button', { name: /^Reply/ })
          .first()
          .click()
        await page.getByPlaceholder('Write a reply...').fill('ใกล้เรือด่วนธงส้มเลยค่ะ')
      },
    },
    {
      name: 'attendee reports a comment',
      path: popular,
      act: async (page) => {
        await pressed(/^More about the comment by/)(page)
        await page.getByRole('menuitem', { name: 'Report' }).click()
      },
    },
    { name: 'my tickets', path: '/my-tickets' },
    { name: 'my tickets, calendar feed', path: '/my-tickets', act: pressed('Calendar feed') },
    {
      name: 'my tickets, out of reach',
      // Otherwise tickets saved by an earlier screen would be shown.
      path: '/legal/terms-of-use',
      act: async (page) => {
        await page.route('**/api/tickets/**', (route) => route.abort())
        await page.goto('/my-tickets')
        await page.getByText('Failed to fetch tickets or events.').waitFor()
      },
    },
    { name: 'virtual ticket', path: `/virtual-ticket/${tickets.active.id}` },
    { name: 'virtual ticket on paper', path: `/virtual-ticket/${tickets.active.id}`, onPaper: true },
    {
      name: 'virtual ticket, code',
      path: `/virtual-ticket/${tickets.active.id}`,
      act: pressed('Show the QR code large'),
    },
    { name: 'virtual ticket used', path: `/virtual-ticket/${tickets.used.id}` },
    { name: 'virtual ticket cancelled', path: `/virtual-ticket/${tickets.cancelled.id}` },
    { name: 'virtual ticket called off', path: `/virtual-ticket/${tickets.calledOff.id}` },
    { name: 'virtual ticket long thai', path: `/virtual-ticket/${tickets.long.id}` },
    { name: 'virtual ticket of nobody', path: '/virtual-ticket/999999' },
    { name: 'attendee event, in line', path: `/events/${events.full.id}` },
    { name: 'application in line', path: `/virtual-ticket/${tickets.waiting.id}` },
    { name: 'application to approve', path: `/virtual-ticket/${tickets.pending.id}` },
    { name: 'attendee event, to pay', path: `/events/${events.toPay.id}` },
    { name: 'pay', path: `/pay/${tickets.unpaid.id}` },
    { name: 'receipt', path: `/receipt/${tickets.paid.id}` },
    { name: 'receipt on paper', path: `/receipt/${tickets.paid.id}`, onPaper: true },
    { name: 'pay, nothing to pay', path: `/pay/${tickets.active.id}` },
    { name: 'ticket', path: `/ticket/${tickets.active.id}` },
    { name: 'ticket with answers', path: `/ticket/${tickets.long.id}` },
    { name: 'ticket, answers to change', path: `/ticket/${tickets.long.id}`, act: pressed('Change Answers') },
    { name: 'bookmarks', path: '/bookmarks' },
    { name: 'account', path: '/account-info' },
    { name: 'account edited', path: '/account-info', act: pressed('Edit Profile') },
    {
      name: 'account edited, refused',
      path: '/account-info',
      act: async (page) => {
        await pressed('Edit Profile')(page)
        await page.getByLabel('First Name').fill('')
        await page.getByLabel('Phone Number').fill('12')
        await pressed(/^Save/)(page)
      },
    },
    { name: 'become organizer', path: '/become-organizer' },
    { name: 'become organizer, blank', path: '/become-organizer', act: pressed('Submit Application') },
    { name: 'complete profile', path: '/complete-profile' },
    { name: 'attendee account menu', path: '/discover', act: pressed('Account menu') },
  ]
  const ofBeginner: Screen[] = [
    { name: 'bookmarks empty', path: '/bookmarks' },
    { name: 'organizer profile of an attendee', path: '/organizer-info' },
  ]
  return [
    ...screens.map((screen) => ({ ...screen, as: attendee })),
    ...ofBeginner.map((screen) => ({ ...screen, as: beginner })),
  ]
}
