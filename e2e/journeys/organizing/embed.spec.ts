import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../../support/fixtures.ts'

test('the line of the share page shows a card on another site, with live seats and a link to the event', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent({ max_attendee: 3 })
  await login(event.owner)
  await page.goto(`/events/${event.id}/share`)
  const code = await page.getByLabel('Show it on your website').inputValue()
  const blog = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Blog</title><body>${code}`),
  ).listen(0, '127.0.0.1')
  await once(blog, 'listening')

  await page.clock.install()
  await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}/`)
  const card = page.frameLocator('iframe')
  await expect(card.getByRole('heading', { name: event.event_name })).toBeVisible()
  await expect(card.getByText('3 seats left')).toBeVisible()
  const width = () => card.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  await expect.poll(width).toBe(1200)
  await makers.addTicket(event.id, await makers.addAttendee())
  await page.clock.runFor(10_000)
  await expect(card.getByText('2 seats left')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await card.getByRole('link', { name: 'View Event' }).click()
  await expect((await opened).getByRole('heading', { name: event.event_name, level: 1 })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  blog.close()
})
