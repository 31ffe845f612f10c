import type { Page } from '@playwright/test'
import { failing, failures } from '../../support/failing.ts'
import { expect, logIn, test } from '../../support/fixtures.ts'

/** The path of the link in the newest mail to this address. */
async function linkTo(page: Page, address: string): Promise<string> {
  const mail = page.getByRole('row').filter({ hasText: address }).getByRole('link').first()
  await expect(async () => {
    await page.goto('/operator/mails')
    await expect(mail).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await mail.click()
  const link = page.getByRole('link', { name: /\/invitation\// }).first()
  return new URL((await link.getAttribute('href')) ?? '').pathname
}

test('an organizer invites by CSV, a guest claims the ticket, and a seat not claimed in time is free again', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of (409|422)/)
  const event = await makers.addEvent({
    max_attendee: 3,
    questions: [{ kind: 'must_tick', text: 'I accept the rules.' }],
  })
  const guest = await makers.addAttendee({ first_name: 'Nok', last_name: 'Sukjai' })
  const mali = `${makers.uniqueName()}@example.com`
  await login(event.owner)
  await page.goto(`/events/${event.id}/applicants`)

  // A row that is not valid invites nobody.
  await page.getByRole('button', { name: 'Invite People' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite People' })
  const people = dialog.getByLabel('People', { exact: true })
  await people.fill('Ton, ton@example.com')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite People' }).click()
  await expect(people).toHaveValue('Ton, ton@example.com')
  await people.fill('')
  const upload = async (csv: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Upload CSV' }).click()
    await (await chooser).setFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  }
  await upload(`Name,Email\nMali Suksan,${mali}\nTon,ton at example.com\n`)
  await expect(dialog.getByText('Row 3, Email: Enter a valid email address.')).toBeVisible()
  await upload(`Name,Email\nMali Suksan,${mali}\n`)
  await expect(page.getByText('1 person invited.')).toBeVisible()
  const list = page.getByRole('table', { name: 'Applicants' })
  await expect(list.getByRole('row', { name: /Mali Suksan/ })).toContainText('Invited')
  await expect(page.getByText('1 of 3 seats are taken.')).toBeVisible()

  // Another seat is held for four seconds.
  const invite = (people: object[], rest = {}) =>
    makers.send('post', `/api/events/${event.id}/invitations`, { data: { people, ...rest } }, event.owner)
  const late = { name: 'Late Guest', email: `${makers.uniqueName()}@example.com` }
  const claim_by = new Date(Date.now() + 4_000).toISOString()
  await invite([late], { claim_by })
  const second = { name: 'Nok Again', email: `${makers.uniqueName()}@example.com` }
  await invite([second])

  const phone = await openBrowser()
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(await linkTo(phone, mali))
  await expect(phone.getByRole('heading', { name: event.event_name })).toBeVisible()
  await phone.getByRole('link', { name: 'Continue' }).click()
  await logIn(phone, guest)
  await phone.getByRole('button', { name: 'Claim My Ticket' }).click()
  const asked = phone.getByRole('dialog', { name: `Claim your ticket for ${event.event_name}` })
  await asked.getByLabel('I accept the rules.').check()
  const claim = asked.getByRole('button', { name: 'Claim My Ticket' })
  await failing(phone, 'claimInvitation', 'broken', 'The ticket could not be claimed. Please try again.', () =>
    claim.click(),
  )
  await claim.click()
  await expect(phone).toHaveURL(/\/virtual-ticket\/\d+$/)
  await expect(phone.getByText('Nok Sukjai').first()).toBeVisible()

  await phone.goto(await linkTo(phone, second.email))
  await phone.getByRole('button', { name: 'Claim My Ticket' }).click()
  await asked.getByLabel('I accept the rules.').check()
  await claim.click()
  await expect(phone.getByText('You have already applied for this event.')).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(phone.getByRole('main').getByRole('link', { name: 'My Tickets' })).toBeVisible()
  await expect(phone.getByText('Claim until')).toBeVisible()
  await phone.getByRole('button', { name: 'I cannot come' }).click()
  await phone.getByRole('button', { name: 'Decline' }).click()
  await expect(phone.getByText('You have declined this invitation.')).toBeVisible()
  await expect(phone.getByText('Claim until')).toBeHidden()
  await expect(phone.getByRole('link', { name: 'View Event' })).toBeVisible()

  await expect(list.getByRole('row', { name: /Nok Sukjai/ })).toContainText('Approved')
  await expect(list.getByRole('row', { name: /Late Guest/ })).toContainText('They did not claim their ticket in time.')
  await expect(page.getByText('1 of 3 seats are taken.')).toBeVisible()
})
