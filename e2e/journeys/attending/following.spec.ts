import { createHmac } from 'node:crypto'
import { failing, failures } from '../../support/failing.ts'
import { expect, logIn, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'
import { tokenSecret } from '../../support/product.ts'

test('an organizer can be followed, is listed, and is unfollowed with the link in a mail', async ({
  page,
  makers,
  request,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  const person = await makers.addAttendee()
  const { organizer } = await (await request.get(`/api/events/${event.id}`)).json()
  const name: string = organizer.organizer_name
  const follow = page.getByRole('button', { name: `Follow ${name}` })
  const following = page.getByRole('button', { name: `Following ${name}. Press to stop.` })
  await keepOld(page)

  // A visitor logs in, and what was pressed is done, also after leaving the page.
  await page.goto(`/events/${event.id}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: event.event_name })).toBeVisible()
  const feed = `/feeds/organizers/${organizer.id}.atom`
  await expect(page.locator('link[rel="alternate"][type="application/atom+xml"]')).toHaveAttribute('href', feed)
  await page.getByRole('button', { name: 'Subscribe' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open Atom feed' })).toHaveAttribute('href', feed)
  await page.keyboard.press('Escape')
  await follow.click()
  await expect(page).toHaveURL(/login/)
  // LINE leaves the page too.
  await page.reload()
  await logIn(page, person)
  await expect(page).toHaveURL(`/organizers/${organizer.id}`)
  // A press while the first one is being sent is ignored.
  await expect(following).toHaveAttribute('aria-busy', 'false')

  const pressAgain = () => following.press('Enter')
  await failing(page, 'toggleFollow', 'broken', 'This could not be changed. Please try again.', pressAgain)
  await expect(following).toBeVisible()
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await expect(page.getByText('No past events')).toBeVisible()

  const kept = page.waitForResponse(/toggle-follow/)
  await page.goto('/account-info')
  const listed = page.getByRole('region', { name: 'Organizers You Follow' })
  await expect(listed.getByRole('link', { name })).toBeVisible()
  await listed.getByRole('button', { name: /^Following/ }).click()
  await kept
  await listed.getByRole('button', { name: /^Follow/ }).click()
  await expect(listed.getByRole('button', { name: /^Following/ })).toBeVisible()

  // The mail itself is tested in server/features/following/new-events.test.ts.
  const seal = createHmac('sha256', tokenSecret).update(`stop following ${organizer.id} ${person.id}`)
  const link = `/stop-following/${organizer.id}-${person.id}-${seal.digest('base64url')}`
  const stop = page.getByRole('button', { name: 'Stop These Emails' })
  await failing(page, 'showStopLink', 'busy', 'Error fetching data: {reason}', () => page.goto(link))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText(`You follow ${name}`)).toBeVisible()
  await failing(page, 'stopByLink', 'gone', 'The emails could not be stopped. Please try again.', () => stop.click())
  await stop.click()
  await expect(page.getByText(`You do not follow ${name}`)).toBeVisible()
})
