import type { Page } from '@playwright/test'
import { countEffort } from '../../support/effort.ts'
import { expect, test } from '../../support/fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })

// Browsers offer passkeys in the field until one is chosen. Without a window the offer fails, and a button appears instead.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    navigator.credentials.get = () => new Promise(() => {})
  }),
)

test('a new user gets from an event link to a ticket in five taps without typing anything twice', async ({
  page,
  makers,
}) => {
  const { id, event_name } = await makers.addEvent({ event_name: `Link Night ${makers.uniqueName()}` })
  const username = makers.uniqueName()
  const { tap, type, made } = countEffort()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const sight = page.getByRole('region', { name: 'Event', exact: true })

  await page.goto(`/events/${id}`)
  // One button in the bar; the next page offers logging in and signing up without scrolling.
  const apply = page.getByRole('link', { name: 'Apply Now' })
  await expect(apply).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').getByRole('link', { name: /sign up/i })).toHaveCount(0)
  await tap(apply)
  const signUp = page.getByRole('link', { name: 'Sign up' })
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(signUp).toBeInViewport({ ratio: 1 })
  await tap(signUp)
  // The login page has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(sight).toContainText(event_name)
  await expect(sight).toContainText(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat), /)
  await type(field('Username'), username)
  await type(field('Password'), 'correct horse battery')
  await type(field('Confirm Password'), 'correct horse battery')
  await tap(page.getByRole('button', { name: 'Next' }))
  await type(field('First Name'), 'Somchai')
  await type(field('Last Name'), 'Jaidee')
  await type(field('Birth Date'), '1990-05-17')
  await tap(page.getByRole('button', { name: 'Next' }))
  await type(field('Phone Number'), '+66 81 234 5678')
  await type(field('Email'), `${username}@example.com`)
  await expect(sight).toContainText(event_name)
  await tap(page.getByRole('button', { name: 'Submit' }))

  // Apply Now was pressed before: nobody is asked again. The ticket is there without scrolling, and the next stop is to open it.
  const ticket = page.getByRole('region', { name: 'Your Ticket' })
  await expect(ticket.getByRole('heading')).toBeFocused()
  await expect(ticket).toContainText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
  await expect(ticket).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'View Ticket' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Calendar file (.ics)' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Calendar file (.ics)' })).toHaveAttribute(
    'href',
    `/events/${id}.ics`,
  )
  await expect(page).toHaveURL(`/events/${id}`)
  expect(made).toEqual({ taps: 5, fields: 8 })
})

test('pressing Apply Now and then logging in applies, and its notice covers nothing; its URL asks', async ({
  page,
  makers,
  login,
}) => {
  const { id, event_name } = await makers.addEvent({
    event_name: `Question Night ${makers.uniqueName()}`,
    max_attendee: 3,
  })
  const question = page.getByRole('dialog', { name: `Apply for ${event_name} now?` })

  // Users with an account go through the login page, which also offers registration.
  const attendee = await makers.addAttendee()
  await page.goto(`/events/${id}`)
  // At the end of a long page it is still visible, above the bottom bar, with price and seats.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByText('3 seats left')).toBeInViewport()
  await page.getByRole('link', { name: 'Apply Now' }).click()
  await expect(page.getByRole('region', { name: 'Event', exact: true })).toContainText(event_name)
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeInViewport()
  await page.getByLabel('Username').fill(attendee.username)
  await page.getByLabel('Password', { exact: true }).fill(attendee.password)
  await page.keyboard.press('Enter')

  const notice = page.locator('.notices').getByRole('status')
  await expect(notice).toContainText('Event applied successfully!')
  await expect(page.getByRole('region', { name: 'Your Ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Ticket' })).toBeInViewport()
  expect(await coveredByNotice(page)).toEqual([])
  await expect(page).toHaveURL(`/events/${id}`)
  await expect(question).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 0))
  for (const name of ['Back', 'Share event']) await expect(page.getByRole('button', { name })).toBeInViewport()
  expect(await coveredByNotice(page)).toEqual([])
  await page.getByRole('link', { name: 'View Ticket' }).click()
  await page.getByRole('button', { name: 'Validate Ticket' }).click()
  await expect(notice).toContainText('This ticket is valid for the event.')
  expect(await coveredByNotice(page)).toEqual([])

  await login(await makers.addAttendee())
  await page.goto(`/events/${id}?apply=now`)
  await expect(question).toContainText(/day, .*Free/)
  // A reload would not ask again.
  await expect(page).toHaveURL(`/events/${id}`)
  await expect(question.locator(':focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Apply Now' })).toBeFocused()
})

/** Visible controls and headings that a notice covers. */
function coveredByNotice(page: Page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('main :is(button, a, input, h1, canvas, img), aside a, header a')]
    return all.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const inside = top >= 64 && bottom <= window.innerHeight && right > left
      const hit = inside ? document.elementFromPoint((left + right) / 2, (top + bottom) / 2) : null
      return hit?.closest('.notice') ? [element.textContent || element.outerHTML] : []
    })
  })
}
