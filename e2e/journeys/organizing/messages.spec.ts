import type { Route } from '@playwright/test'
import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { loseAnswers } from '../../support/offline.ts'

test('on a phone, the organizer writes to those who have not paid, and only they get it', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await page.setViewportSize({ width: 360, height: 740 })
  const fields = { is_free: false, ticket_price: 250, promptpay_id: '0812345678', event_name: 'Supper club' }
  const { id, owner } = await makers.addEvent(fields)
  const [paid, unpaid] = [await makers.addAttendee(), await makers.addAttendee({ first_name: 'Anong' })]
  const { id: ticket } = await makers.addTicket(id, paid)
  await makers.send('post', `/api/events/${id}/applications/paid`, { data: { applications: [ticket] } }, owner)
  await makers.addTicket(id, unpaid)
  await login(owner)

  await page.goto(`/events/${id}/applicants?show=to_pay`)
  await failing(page, 'listMessages', 'broken', 'Error fetching data: {reason}', () =>
    page.getByRole('link', { name: 'Message them' }).click(),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('to_pay')
  await expect(page).toHaveTitle('Write a message · Supper club · Ruam')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Subject is required.')).toBeVisible()
  const subject = `Please pay ${makers.uniqueName()}`
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Dear {name}, pay **today** at https://pay.example')
  const [to, time] = [page.getByLabel('To', { exact: true }), page.getByLabel('When')]
  await to.selectOption('checked_in')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Nobody would get this message now.')).toBeVisible()
  await time.selectOption('day_after')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule this message?' })
  await expect(schedule.getByText(/^Leaves on .*, 10:00 AM, and moves with the event\./)).toBeVisible()
  await schedule.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await expect(time).toHaveValue('day_after')
  await expect(to).toHaveValue('checked_in')
  await to.selectOption('to_pay')
  await time.selectOption('now')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'As they get it' })
  await expect(preview).toContainText(`House of ${owner.username} via Ruam`)
  await expect(preview.getByText('today')).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const ask = page.getByRole('dialog', { name: 'Send to 1 person?' })
  await ask.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your account is less than a day old')).toBeVisible()
  await page.getByLabel('Message').fill('Dear {name}, pay **today**: {ticket}')
  // The server has it when the answer is lost: sent again, also after a reload, it leaves once.
  const restoreAnswers = await loseAnswers(page, `**/api/events/${id}/messages`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await ask.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The message could not be sent.')).toBeVisible()
  await restoreAnswers()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await ask.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Messages · Supper club · Ruam')
  const message = page.getByRole('listitem').filter({ hasText: subject })
  await expect(message).toContainText('Sent to 1 person.')

  // While it is being sent its numbers are loaded again, also after one failure.
  const list = `**/api/events/${id}/messages*`
  await page.route(list, answerAsBeforeItLeft, { times: 1 })
  await page.reload()
  await expect(message).toContainText('Being sent')
  await page.route(list, (route) => route.abort(), { times: 1 })
  await expect(message).toContainText('Sent to 1 person.')

  // Without an answer the list stays, and the message can be stopped again.
  const later = {
    client_key: crypto.randomUUID(),
    audience: 'to_pay',
    subject: 'Later',
    text: 'Later',
    timing: 'day_after',
  }
  await makers.send('post', `/api/events/${id}/messages`, { data: later }, owner)
  await page.reload()
  const stopLater = async () => {
    await page.getByRole('button', { name: 'Stop Later' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  }
  await page.route(list, (route) => route.abort())
  await failing(page, 'stopMessage', 'gone', 'The message could not be stopped. Please try again.', stopLater)
  await page.unroute(list)
  await stopLater()
  await expect(page.getByText('The message was stopped.')).toBeVisible()
  await makers.callOff(id, owner)
  await page.goto(`/events/${id}/messages?to=everybody`)
  await expect(page.getByText('This event has been called off. Everyone who had applied')).toBeVisible()
  await expect(message).toBeVisible()
  await expect(page.getByLabel('Subject')).toBeHidden()
  await page.goto('/operator/mails')
  await expect(page.getByRole('link', { name: subject })).toHaveCount(1)
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByText('Dear Anong Suksan, pay')).toBeVisible()
  const stop = page.getByRole('link', { name: /stop-messages/ }).first()
  await page.goto(new URL((await stop.getAttribute('href')) ?? '').pathname)
  await page.getByRole('button', { name: 'Stop These Messages' }).click()
  await expect(page.getByText('You do not get messages from organizers.')).toBeVisible()
})

async function answerAsBeforeItLeft(route: Route) {
  const response = await route.fetch()
  const { messages, ...rest } = await response.json()
  const sending = messages.map((message: object) => ({ ...message, state: 'sending', sent: 0 }))
  await route.fulfill({ response, json: { ...rest, messages: sending } })
}
