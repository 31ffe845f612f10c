import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

test('event lists have feeds, and the ticket calendar a secret address that can be renewed or turned off', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await keepOld(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const statusOf = async (address: string) => (await page.request.get(address)).status()
  await login(await makers.addAttendee())

  await page.goto('/discover?category=CONCERT&sort=price')
  const atom = page.locator('link[rel="alternate"][type="application/atom+xml"]')
  await expect(atom).toHaveAttribute('href', '/feeds/events.atom?category=CONCERT')
  await page.getByRole('button', { name: 'Subscribe' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open in calendar app' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(copied).toMatch(/^http:.+\/feeds\/events\.ics\?category=CONCERT$/)
  expect(await statusOf(await copied())).toBe(200)

  await page.getByRole('link', { name: 'My Tickets' }).first().click()
  const dialog = page.getByRole('dialog')
  await failing(page, 'showTicketFeed', 'broken', 'The calendar address could not be read.', () =>
    page.getByRole('button', { name: 'Calendar feed' }).press('Enter'),
  )
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  const make = dialog.getByRole('button', { name: 'Make an address' })
  await failing(page, 'renewTicketFeed', 'gone', 'The calendar address could not be created.', () =>
    make.press('Enter'),
  )
  await make.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Copy address' })).toBeFocused()
  const address = dialog.getByLabel('Calendar address')
  const first = await address.inputValue()
  await dialog.getByRole('button', { name: 'Copy address' }).press('Enter')
  await expect.poll(copied).toBe(first)
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  )
  expect(await statusOf(first)).toBe(200)

  await dialog.getByRole('button', { name: 'Make a new address' }).press('Enter')
  await expect(dialog.getByText('The old address stops working.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make a new address' }).press('Enter')
  await expect(address).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy address' })).toBeFocused()
  const second = await address.inputValue()
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

  const switchOff = dialog.getByRole('button', { name: 'Switch off' })
  await switchOff.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await failing(page, 'endTicketFeed', 'page', 'The calendar feed could not be switched off.', () =>
    switchOff.press('Enter'),
  )
  await switchOff.press('Enter')
  await expect(make).toBeFocused()
  expect(await statusOf(second)).toBe(404)
})
