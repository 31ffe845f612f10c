import type { Page } from '@playwright/test'
import { expect, logIn, test } from '../../support/fixtures.ts'

const secret = { visibility: 'PRIVATE', event_name: 'Surprise party' } as const
const byKey = /\/events\/\d+\?link=[\w-]{24}$/

/** The link that the owner copies from the event's page. */
async function linkFrom(page: Page, eventId: number): Promise<string> {
  await page.goto(`/events/${eventId}`)
  return page.getByLabel('Event link').inputValue()
}

test('the owner of an unlisted event copies its link, with which a visitor can apply', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  // The server renders for visitors, who cannot open it by its number.
  pageProblems.allow(/status of 404/)
  const event = await makers.addEvent(secret)
  const attendee = await makers.addAttendee()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  await login(event.owner)
  const link = await linkFrom(page, event.id)
  expect(link).toMatch(byKey)
  await expect(page.getByText('Anyone with this link can see it and apply.')).toBeVisible()

  await page.getByRole('button', { name: 'Copy Link of Surprise party' }).click()
  await expect.poll(copied).toBe(link)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Share event' }).click()
  const onX = page.getByRole('menuitem', { name: 'Share on X (Twitter)' })
  expect(new URL((await onX.getAttribute('href')) ?? '').searchParams.get('url')).toBe(link)
  await page.getByRole('menuitem', { name: 'Copy Link' }).click()
  await expect(page.getByText('Link copied to clipboard!', { exact: true })).toBeVisible()
  await expect.poll(copied).toBe(link)
  await page.evaluate(() => navigator.clipboard.writeText(''))

  await page.getByRole('link', { name: 'My Events' }).first().click()
  await page.getByRole('button', { name: 'More about Surprise party' }).click()
  await page.getByRole('menuitem', { name: 'Share Event' }).click()
  await page.getByRole('button', { name: 'Copy Link of Surprise party' }).click()
  await expect.poll(copied).toBe(link)

  const visitor = await openBrowser()
  const answer = await visitor.goto(link)
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' })
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(visitor.locator('link[rel=canonical]')).toHaveCount(0)
  await expect(visitor.getByRole('heading', { name: 'Surprise party' })).toBeVisible()
  await expect(visitor.getByLabel('Event link')).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Apply Now' }).click()
  await logIn(visitor, attendee)

  await expect(visitor).toHaveURL(link)
  await expect(visitor.getByText('Event applied successfully!')).toBeVisible()
  await visitor.getByRole('button', { name: 'Unapply' }).click()
  const question = visitor.getByRole('dialog', { name: 'Unapply from this event?' })
  await expect(question).toHaveAccessibleDescription(/Surprise party/)
  await question.getByRole('button', { name: 'Unapply' }).click()
  await expect(visitor.getByRole('button', { name: 'Apply Now' })).toBeVisible()
})
