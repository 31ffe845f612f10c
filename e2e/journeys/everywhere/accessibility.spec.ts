import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { answerOf, openDoor, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

test.slow()

// A stream is always under way.
test.beforeEach(({ page }) => keepOld(page))

test('every public screen passes axe on a phone and on a desk', async ({ page, makers, calm }) => {
  const start_date_register = new Date(Date.now() + 3_600_000).toISOString()
  const { id, owner } = await makers.addEvent({ start_date_register })
  const thread = await makers.addComment(id, owner, 'Who comes along?')
  await makers.addComment(id, owner, 'I do.', thread.id)
  calm.except(/status of 40[04]/)

  const accounts = [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/reset-password/1/nonsense',
    '/verify-email/1/nonsense',
  ]
  const information = ['/legal/privacy-policy', '/team/press-kit']
  for (const path of ['/', '/discover', `/events/${id}`, ...accounts, ...information, '/no-such-page']) {
    await page.goto(path)
    await expectAccessible(page)
  }
})

test('every screen of an organizer who holds a ticket passes axe on a phone and on a desk', async ({
  page,
  makers,
  login,
}) => {
  const organizer = await makers.addOrganizer()
  const { id } = await makers.addEvent()
  const event = await makers.addEvent({}, organizer)
  const ticket = await makers.addTicket(id, organizer)

  await login(organizer)
  const tickets = [`/virtual-ticket/${ticket.id}`, `/ticket/${ticket.id}`, '/my-tickets']
  const own = [
    '/create-event',
    `/events/${event.id}/edit`,
    `/events/${event.id}/check-in`,
    '/my-events',
    '/organizer-info',
  ]
  for (const path of ['/', `/events/${id}`, `/events/${event.id}`, ...own, ...tickets]) {
    await page.goto(path)
    await expectAccessible(page)
  }
})

test('what a door answers and asks passes axe on a phone and on a desk', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  for (const [number, verdict] of [
    [ticket.ticket_number, 'Welcome'],
    [ticket.ticket_number, 'Already used'],
    ['AAAA-AAAA', 'Unknown'],
  ] as const) {
    await typeNumber(page, number)
    await expect(answerOf(page)).toContainText(verdict)
    await expectAccessible(page)
  }
  await page.getByRole('textbox', { name: 'Name of a new link' }).fill('East gate')
  await page.getByRole('button', { name: 'Make a door link' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test("an attendee's way to become an organizer passes axe on a phone and on a desk", async ({
  page,
  makers,
  login,
}) => {
  await login(await makers.addAttendee())
  for (const path of ['/become-organizer', '/my-tickets', '/account-info', '/complete-profile']) {
    await page.goto(path)
    await expectAccessible(page)
  }
})

/** At both widths, once everything is there: what still loads or moves would be judged as it is. */
async function expectAccessible(page: Page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(allInPlace)
    // In this page alone (frames of other origins would need a second page for each answer, and there are none), and
    // without an account of everything that is well.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    expect(found, `${page.url()} at ${width} pixels`).toEqual([])
  }
}

/** Runs in the page: waits for every movement that has an end. */
async function allInPlace() {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
}
