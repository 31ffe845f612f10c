import type { Route } from '@playwright/test'
import { sendWaitingMailsNow } from '#server/testing/programs/start-program.ts'
import { countEffort } from '../../support/effort.ts'
import { failing, failures } from '../../support/failing.ts'
import { addOrganizer, expect, test } from '../../support/outside.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a new person signs in with LINE by one tap, and gets a ticket as a message', async ({
  page,
  makers,
  outside: { line, mailbox, dataDir },
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const sub = `U${makers.uniqueName()}`
  line.state.person = { sub, name: 'Malee Srisuk' }
  await page.goto('/login?next=/account-info')
  const button = page.getByRole('button', { name: 'Log in with LINE' })
  await failing(page, 'startLine', 'broken', 'LINE could not be opened. Please try again.', () => button.click())
  const { tap, made } = countEffort()
  await tap(button)
  await expect(page).toHaveURL('/account-info')
  expect(made).toEqual({ taps: 1, fields: 0 })
  await expect(page.getByText('Malee', { exact: true })).toBeVisible()
  await expect(page.getByText('To set one, first add an email under Edit Profile')).toBeVisible()

  const section = page.getByRole('region', { name: 'LINE' })
  const messages = section.getByRole('switch', { name: 'Get your tickets and reminders by LINE' })
  await messages.click()
  await expect(section.getByRole('link', { name: 'Add us as a friend' })).toHaveAttribute(
    'href',
    'https://line.me/R/ti/p/%40ruam',
  )
  await expect(messages).not.toBeChecked()
  line.state.friends.add(sub)
  await messages.click()
  await expect(page.getByText('You get messages about your tickets by LINE.')).toBeVisible()

  const { id, event_name } = await makers.addEvent({}, await addOrganizer(makers, mailbox))
  await page.goto(`/events/${id}`)
  await page.getByRole('button', { name: 'Share event' }).click()
  const share = page.getByRole('menuitem')
  await expect(share.first()).toHaveText('Share on LINE')
  await expect(share.first()).toHaveAttribute(
    'href',
    new RegExp(`^https://social-plugins\\.line\\.me/lineit/share\\?url=http.*events%2F${id}$`),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await sendWaitingMailsNow(dataDir)
  await expect
    .poll(() => line.messages().find(({ to }) => to === sub)?.text, { timeout: 40_000 })
    .toContain(`Your ticket for ${event_name}`)
})

test('a person connects LINE, signs in with it, also after declining, and disconnects it', async ({
  page,
  makers,
  login,
  outside: { line, mailbox },
  pageProblems,
}) => {
  pageProblems.allow(/status of 4/)
  const [person, sub] = [await addOrganizer(makers, mailbox), `U${makers.uniqueName()}`]
  line.state.person = { sub, name: 'Somebody' }
  await login(person)
  await page.goto('/account-info')
  const { tap, made } = countEffort()
  await tap(page.getByRole('button', { name: 'Connect LINE' }))
  const section = page.getByRole('region', { name: 'LINE' })
  await expect(section.getByRole('button', { name: 'Disconnect LINE' })).toBeVisible()

  // The address of the way back works once.
  await page.goto('/sign-in/line?code=abc&state=def')
  await expect(page.getByRole('heading', { name: 'Nothing Was Changed' })).toBeVisible()
  await page.goto('/logout')
  await page.goto('/login?next=/account-info')
  const logIn = page.getByRole('button', { name: 'Log in with LINE' })
  const decline = (route: Route) => {
    const asked = new URL(route.request().url()).searchParams
    const location = `${asked.get('redirect_uri')}?error=access_denied&state=${asked.get('state')}`
    return route.fulfill({ status: 302, headers: { location } })
  }
  await page.route(`${line.env.LINE_ISSUER}/authorize?**`, decline, { times: 1 })
  await logIn.click()
  await expect(page.getByText('You did not allow it at LINE. Nothing was changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await tap(logIn)
  await expect(page.getByText(`@${person.username}`)).toBeVisible()
  expect(made).toEqual({ taps: 2, fields: 0 })

  await section.getByRole('button', { name: 'Disconnect LINE' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('LINE was disconnected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect LINE' })).toBeVisible()
})
