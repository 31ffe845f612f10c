import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Manage event' })
const tab = (page: Page, name: string | RegExp) => tabs(page).getByRole('link', { name })
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test("on a phone, My Events leads to the event's home and from there to all of its pages", async ({
  page,
  makers,
  login,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { id, event_name, owner } = await makers.addEvent({ needs_approval: true, address: 'Sathorn Pier' })
  await makers.addTicket(id, await makers.addAttendee())
  await login(owner)

  await page.goto('/my-events')
  await page.getByRole('link', { name: `Manage ${event_name}` }).click()

  await expect(page).toHaveURL(`/events/${id}/manage`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-current', 'page')
  await expect(figure(page, 'From page views to entries')).toContainText('1 application')
  await expect(page.getByRole('img', { name: 'Applications per day' })).toBeVisible()
  const perDay = figure(page, 'Applications per day')
  await perDay.getByText('Numbers').click()
  const day = await perDay.getByRole('rowheader').first().boundingBox()
  expect(day?.height, 'the day is in one line').toBeLessThan(40)
  // The tabs stay in sight.
  await expect(figure(page, 'Where visitors came from')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(tab(page, 'Overview')).toBeInViewport()

  await page.getByRole('link', { name: '1 person waiting for approval' }).click()
  await expect(page).toHaveURL(`/events/${id}/applicants?show=to_approve`)
  await expect(tab(page, /^Applicants/)).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('link', { name: '1 person waiting for approval' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Registration closes in/ })).toBeVisible()

  for (const [name, path, heading] of [
    ['Refunds', 'refunds', 'Refunds'],
    ['Codes', 'codes', 'Codes'],
    ['Settings', 'edit', 'Edit Event'],
    ['Share', 'share', 'Share Event'],
  ] as const) {
    await tab(page, name).click()
    await expect(page).toHaveURL(`/events/${id}/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(tab(page, name)).toBeInViewport()
    await expect(page.getByRole('link', { name: event_name }).first()).toHaveAttribute('href', `/events/${id}`)
  }

  await tab(page, 'Check in').click()
  await expect(page).toHaveURL(`/events/${id}/check-in`)
  await page.getByRole('button', { name: 'Leave check-in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/events/${id}/manage`)
})

test('a visit counts under the label of its link, and the numbers can be read and downloaded', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const { id, owner } = await makers.addEvent()
  await login(owner)
  await page.goto(`/events/${id}/share`)
  await page.getByLabel('Label').fill(' spring  poster ')
  const link = await page.getByText(`/events/${id}?from=`).innerText()
  expect(link).toMatch(new RegExp(`/events/${id}\\?from=spring\\+poster$`))

  const visitor = await openBrowser()
  const counted = () => visitor.waitForResponse((response) => response.url().endsWith(`/api/events/${id}/visits`))
  await Promise.all([counted(), visitor.goto(link)])
  await visitor.getByRole('link', { name: 'Discover' }).first().click()
  await expect(visitor.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await Promise.all([counted(), visitor.goBack()])
  // The owner's own view, and of those none after the page has loaded again.
  await page.goto(`/events/${id}`)
  await page.getByRole('link', { name: 'Manage' }).click()

  const sources = figure(page, 'Where visitors came from')
  await sources.getByText('Numbers').click()
  await expect(sources.getByRole('row').filter({ hasText: 'spring poster' })).toContainText('1')
  await expect(sources.getByRole('row').filter({ hasText: 'Pages of this site' })).toContainText('1')
  await expect(figure(page, 'From page views to entries')).toContainText('2 page views')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sources.getByRole('button', { name: 'Download CSV of Where visitors came from' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`event-${id}-where-visitors-came-from.csv`)
  expect(await readFile(await file.path(), 'utf8')).toContain('Link “spring poster”,1')
})
