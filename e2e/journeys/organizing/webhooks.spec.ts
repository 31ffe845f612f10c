import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '@playwright/test'
import { errors } from '#contract/errors.ts'
import { expect, test } from '../../support/fixtures.ts'

test('an organizer adds a webhook, sees its messages, sends one again and removes it', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 400|ERR_FAILED|^failed: /)
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(received.length <= 2 ? 500 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const event = await makers.addEvent()
  await page.setViewportSize({ width: 360, height: 740 })

  await login(event.owner)
  await page.goto('/organizer-info')
  await page.getByRole('link', { name: 'Webhooks for your own programs' }).click()
  const address = page.getByLabel('Address to send messages to')
  await address.fill('example')
  await address.press('Enter')
  await expect(page.getByText('Enter an address that starts with http:// or https://.')).toBeVisible()
  const { status, message } = errors.webhook_address_refused
  const refusal = { error: message, message, detail: message, code: 'webhook_address_refused' }
  await page.route('**/api/organizers/webhooks', (route) => route.fulfill({ status, json: refusal }), { times: 1 })
  await address.fill('https://example.com/')
  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription(message)
  await expect(page.getByText(message)).toHaveCount(1)
  // Until it is closed nothing loads again, which could replace the page with the secret.
  const list = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  await page.route('**/api/organizers/webhooks', list)
  await address.fill(url)
  await address.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('whsec_')
  await page.unroute('**/api/organizers/webhooks', list)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()

  const { ticket_number } = await makers.addTicket(event.id, await makers.addAttendee())
  await expect.poll(() => received).toHaveLength(2)
  await page.reload()
  await expect(page.getByText('Failing, 2 waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Messages' }).click()
  const again = page.getByRole('button', { name: `Send again: A ticket was issued, ${ticket_number}` })
  // It is on its way, also if the list cannot be loaded then.
  await page.route('**/webhooks/*/messages', (route) => route.abort(), { times: 1 })
  await again.click()
  await expect(page.getByText('The message will be sent again within seconds.')).toBeVisible()
  await expect.poll(() => received).toHaveLength(3)
  await page.reload()
  await page.getByRole('button', { name: 'Messages' }).click()
  await expect(page.getByText('Delivered (204)')).toBeVisible()

  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The webhook was removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Messages' })).toHaveCount(0)
  server.close()
})
