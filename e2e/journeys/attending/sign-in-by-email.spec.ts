import { countEffort } from '../../support/effort.ts'
import { failing, failures } from '../../support/failing.ts'
import { addOrganizer, expect, test } from '../../support/outside.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a new person gets from a link to a ticket with two fields, a code and two taps', async ({
  page,
  makers,
  outside: { mailbox },
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of 400/)
  const organizer = await addOrganizer(makers, mailbox)
  const { id, event_name } = await makers.addEvent({}, organizer)
  const email = `${makers.uniqueName()}@example.com`
  const sheet = page.getByRole('dialog', { name: `Apply for ${event_name}` })
  const { tap, type, made } = countEffort()

  await page.goto(`/events/${id}`)
  await tap(page.getByRole('button', { name: 'Apply Now' }))
  await expect(sheet.getByLabel('Name')).toBeFocused()
  await expect(sheet.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute('href', /^\/login\?next=/)
  await type(sheet.getByLabel('Name'), 'Malee Srisuk')
  await type(sheet.getByLabel('Email'), email)
  const next = sheet.getByRole('button', { name: 'Continue' })
  await failing(page, 'requestCode', 'busy', 'The code could not be sent. Please try again.', () => next.click())
  await tap(next)
  const field = sheet.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(`We sent it to ${email}. It works for 10 minutes.`)
  await expect(sheet.getByRole('button', { name: /^Send a new code/ })).toBeDisabled()

  const { code } = await mailbox.codeTo(email)
  const wrong = code === '000000' ? '000001' : '000000'
  await failing(page, 'signInByEmail', 'broken', 'Authentication failed. Please try again.', () => field.fill(wrong))
  await sheet.getByRole('button', { name: 'Sign In' }).click()
  await expect(sheet.getByText('This code is wrong. Enter the one from the latest email.')).toBeVisible()
  // A phone may have closed the page while its owner read the mail.
  await page.reload()
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(field).toBeFocused()
  await type(field, `${code.slice(0, 3)} ${code.slice(3)}`)

  const ticket = page.getByRole('region', { name: 'Your Ticket' })
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await expect(ticket.getByRole('heading')).toBeFocused()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(`/events/${id}`)
  expect(made).toEqual({ taps: 2, fields: 3 })

  // An ordinary account, which can have a password later.
  await page.goto('/account-info')
  await expect(page.getByText('Malee', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set a Password' })).toBeVisible()
})

test('a person with LINE gets from a link to tickets for two with four taps and a name', async ({
  page,
  makers,
  outside: { mailbox, line },
}) => {
  const organizer = await addOrganizer(makers, mailbox)
  const { id, event_name } = await makers.addEvent({ max_party: 3 }, organizer)
  line.state.person = { sub: `U${makers.uniqueName()}`, name: 'Malee Srisuk' }
  const sheet = page.getByRole('dialog', { name: `Apply for ${event_name}` })
  const { tap, type, made } = countEffort()

  await page.goto(`/events/${id}`)
  await tap(page.getByRole('button', { name: 'Add a seat' }))
  await type(page.getByLabel('Guest 1'), 'Somchai Dee')
  await tap(page.getByRole('button', { name: 'Apply Now' }))
  await tap(sheet.getByRole('button', { name: 'Log in with LINE' }))
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Somchai Dee')
  await tap(question.getByRole('button', { name: 'Apply', exact: true }))
  await expect(page.getByRole('heading', { name: 'Your Tickets' })).toBeVisible()
  expect(made).toEqual({ taps: 4, fields: 1 })
})

test('a link opened in another browser says where the code belongs, and what an event needs is asked then', async ({
  page,
  makers,
  outside: { mailbox },
  openBrowser,
}) => {
  const organizer = await addOrganizer(makers, mailbox)
  const { id } = await makers.addEvent({ min_age_requirement: 20 }, organizer)
  const email = `${makers.uniqueName()}@example.com`
  await page.goto(`/events/${id}`)
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await page.getByLabel('Name').fill('สมชาย ใจดี')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const { code, link } = await mailbox.codeTo(email)

  const elsewhere = await openBrowser()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'Type the Code Instead' })).toBeVisible()
  await expect(elsewhere.getByText('works only in the browser where you asked for the code')).toBeVisible()

  await page.getByLabel('Code', { exact: true }).fill(code)
  const birth = page.getByRole('dialog', { name: 'When were you born?' })
  await expect(birth.getByLabel('Birth Date')).toBeFocused()
  await birth.getByLabel('Birth Date').fill('1990-05-17')
  await birth.getByRole('button', { name: 'Save and Apply' }).click()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your Ticket' })).toBeVisible()

  // The same person by the link, in another tab: the one in which they asked follows.
  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  const other = await makers.addEvent({}, organizer)
  await page.goto(`/events/${other.id}`)
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await page.getByLabel('Name').fill('Another Name')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const tab = await page.context().newPage()
  const { link: secondLink } = await mailbox.codeTo(email, 2)
  const unclear = 'The server gave no clear answer, so your link may still be valid.'
  const again = tab.getByRole('button', { name: 'Try Again' })
  await failing(tab, 'signInByEmail', 'broken', unclear, () => tab.goto(secondLink))
  await failing(tab, 'signInByEmail', 'broken', unclear, async () => {
    await again.click()
    await expect(tab.getByRole('alert').filter({ hasText: unclear })).toBeVisible()
  })
  await again.click()
  const question = tab.getByRole('dialog', { name: `Apply for ${other.event_name} now?` })
  await question.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(tab.getByRole('region', { name: 'Your Ticket' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await tab.close()
})

test('the login page mails a code too, and asks new people for their name', async ({
  page,
  makers,
  outside: { mailbox },
  pageProblems,
}) => {
  pageProblems.allow(/status of 422/)
  const email = `${makers.uniqueName()}@example.com`
  await page.goto('/login?next=/my-tickets')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sign in by email' })
  await sheet.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await sheet.getByLabel('Code', { exact: true }).fill((await mailbox.codeTo(email)).code)
  await expect(sheet.getByText('You are new here. Enter your name as it should be on your ticket.')).toBeVisible()
  await expect(sheet.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Malee')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL('/my-tickets')

  // The link opens in another tab: the one in which the code was asked for follows.
  await page.goto('/logout')
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await page.goto('/login?next=/bookmarks')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await sheet.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const tab = await page.context().newPage()
  await tab.goto((await mailbox.codeTo(email, 2)).link)
  await expect(tab).toHaveURL('/bookmarks')
  await expect(page).toHaveURL('/bookmarks')
  await tab.close()
})
