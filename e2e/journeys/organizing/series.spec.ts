import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test('a series with one date called off', async ({ page, makers, login, openBrowser, pageProblems }) => {
  // The server renders the page of the called-off date for visitors, who may no longer see it.
  pageProblems.allow(/status of 404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const name = `Choir ${Date.now()}`
  const { id, owner } = await makers.addEvent({ event_name: name, max_attendee: 20 })
  await login(owner)

  await page.goto(`/events/${id}/dates`)
  await page.getByLabel('How often').selectOption({ label: 'Once more, on a day I choose' })
  await page.getByLabel('Day', { exact: true }).fill('2026-01-05')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('This date is in the past. Choose another day.')).toBeVisible()
  await page.getByLabel('How often').selectOption({ label: 'Every week' })
  await page.getByLabel('How many more').fill('4')
  const ownDay = page.getByRole('group', { name: 'On', exact: true }).getByRole('checkbox', { checked: true })
  const weekday = (await ownDay.getAttribute('aria-label')) ?? ''
  await page.getByRole('checkbox', { name: weekday }).press('Space')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('Choose at least one day of the week.')).toBeVisible()
  await page.getByRole('checkbox', { name: weekday }).press('Space')
  const preview = page.getByRole('group', { name: '4 new dates' })
  // A second day of every week does not count for every month, which is on one.
  const unchosen = page.getByRole('group', { name: 'On', exact: true }).getByRole('checkbox', { checked: false })
  const anotherDay = (await unchosen.first().getAttribute('aria-label')) ?? ''
  await page.getByRole('checkbox', { name: anotherDay }).press('Space')
  await page.getByLabel('How often').selectOption({ label: 'Every month' })
  const [monthly] = await Promise.all([
    page.waitForRequest('**/dates/preview'),
    page.getByRole('button', { name: 'Show the dates' }).click(),
  ])
  expect(monthly.postDataJSON().on).toHaveLength(1)
  await expect(preview).toBeVisible()
  await page.getByLabel('How often').selectOption({ label: 'Every week' })
  await page.getByRole('checkbox', { name: anotherDay }).press('Space')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(preview).toBeVisible()
  // The answer to an earlier rule comes too late.
  await page.getByLabel('How many more').fill('5')
  const release = await hold(page, '**/dates/preview')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByRole('button', { name: 'Looking...' })).toBeVisible()
  await page.getByLabel('How many more').fill('4')
  release()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await preview.getByRole('checkbox').nth(3).uncheck()
  await page.getByRole('button', { name: 'Add 3 dates' }).click()
  await expect(page.getByText('3 dates were added.')).toBeVisible()
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(4)
  const second = await dates.nth(1).getByRole('link').getAttribute('href')
  const secondId = Number(second?.split('/')[2])
  await makers.addTicket(secondId, await makers.addAttendee())
  await makers.send('put', `/api/events/${secondId}/door/seats`, { data: { seats: 3, ticket_type_id: null } }, owner)

  const tabs = page.getByRole('navigation', { name: 'Manage event' })
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Event Name').fill(`${name} sings`)
  await page.getByRole('radio', { name: 'This and 3 later dates' }).check()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('This and the later dates were updated.')).toBeVisible()

  const visitor = await openBrowser()
  await visitor.goto(`/discover?${new URLSearchParams({ search: name })}`)
  const cards = visitor.getByRole('article').filter({ hasText: `${name} sings` })
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(/Also (\w+\s\d+(, )?){3}/)

  await page.getByRole('link', { name: 'Manage' }).click()
  await tabs.getByRole('link', { name: 'Dates' }).click()
  await expect(dates.nth(1)).toContainText('1 of 20 seats taken, 3 set aside for the door')
  await dates
    .nth(1)
    .getByRole('button', { name: /^Call off/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Call off' }).click()
  const notice = page.getByText('This date was called off.')
  await expect(notice).toBeVisible()
  await expect(dates.nth(1)).toContainText('Called off')
  await expect(dates.nth(2).getByRole('button', { name: /^Call off/ })).toBeVisible()
  await dates.nth(1).getByRole('link').click()
  // Until then the same navigation leads to the pages of the first date.
  await expect(page).toHaveURL(new RegExp(`/events/${secondId}/`))
  await tabs.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  await expect(page.getByText('Tell people where to park')).toHaveCount(0)
  await expect(notice).toHaveCount(0)

  await cards.getByRole('heading').getByRole('link').click()
  const others = visitor.getByRole('region', { name: 'Other Dates' }).getByRole('link')
  await expect(others).toHaveCount(2)
  await others.first().click()
  await expect(visitor).not.toHaveURL(new RegExp(`/events/${id}$`))
  await expect(visitor.getByRole('heading', { level: 1, name: `${name} sings` })).toBeVisible()

  await page.goto('/my-events')
  await page.getByRole('button', { name: 'More about' }).last().click()
  await page.getByRole('menuitem', { name: 'Delete Event' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Only \w{3}, .* is deleted\. The other dates/)
})
