import { createHmac } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { expect, test } from '../../support/fixtures.ts'
import { tokenSecret } from '../../support/product.ts'

test('a number tapped in the mail is saved, can be changed, and a sentence is added', async ({ page, makers }) => {
  const { id, owner } = await makers.addEvent({ event_name: 'Supper club' })
  const { id: ticket, ticket_number } = await makers.addTicket(id, await makers.addAttendee())
  const scan = { scan_id: crypto.randomUUID(), code: ticket_number, scanned_at: new Date().toISOString() }
  const sent = { data: { device: 'Gate', scans: [{ ...scan, let_in: false }] } }
  await makers.send('post', `/api/events/${id}/check-ins`, sent, owner)
  const seal = createHmac('sha256', tokenSecret).update(`feedback ${ticket}`).digest('base64url')

  await page.goto(`${paths.feedback(`${ticket}-${seal}`)}?stars=2`)
  const number = (stars: number) => page.getByRole('button', { name: String(stars) })
  await expect(page.getByText(/^Supper club, /)).toBeVisible()
  await expect(number(2)).toHaveAttribute('aria-pressed', 'true')
  await number(4).click()
  await expect(number(4)).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Anything to add?').fill('The food was hot.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. Your sentence is saved.')).toBeVisible()

  await page.reload()
  await expect(number(4)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Anything to add?')).toHaveValue('The food was hot.')
})
