import { expect, test } from '../../support/fixtures.ts'

test('a series with one date called off', async ({ page, makers, login, openBrowser, pageProblems }) => {
  // The server renders the page of the called-off date for visitors, who may no longer see it.
  pageProblems.allow(/status of 404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const name = `Choir ${Date.now()}`
  const { id, owner } = await makers.addEvent({ event_name: name, max_attendee: 20 })
  const person = await makers.addAttendee()
  await login(owner)

  await page.goto(`/events/${id}/dates`)
  await page.getByLabel('How many more').fill('4')
  const ownDay = page.getByRole('group', { name: 'On', exact: true }).getByRole('checkbox', { checked: true })
  const weekday = (await ownDay.getAttribute('aria-label')) ?? ''
  await page.getByRole('checkbox', { name: weekday }).press('Space')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('Choose at least one day of the week.')).toBeVisible()
  await page.getByRole('checkbox', { name: weekday }).press('Space')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  const preview = page.getByRole('group', { name: '4 new dates' })
  await preview.getByRole('checkbox').nth(3).uncheck()
  await page.getByRole('button', { name: 'Add 3 dates' }).click()
  await expect(page.getByText('3 dates were added.')).toBeVisible()
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(4)
  const second = await dates.nth(1).getByRole('link').getAttribute('href')
  const secondId = Number(second?.split('/')[2])
  await makers.addTicket(secondId, person)

  await page.goto(`/events/${id}/edit`)
  await page.getByLabel('Event Name').fill(`${name} sings`)
  await page.getByRole('radio', { name: 'This and 3 later dates' }).check()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('This and the later dates were updated.')).toBeVisible()

  const visitor = await openBrowser()
  await visitor.goto(`/discover?${new URLSearchParams({ search: name })}`)
  const cards = visitor.getByRole('article').filter({ hasText: `${name} sings` })
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(/Also (\w+\s\d+(, )?){3}/)

  await page.goto(`/events/${id}/dates`)
  await dates
    .nth(1)
    .getByRole('button', { name: /^Call off/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Call off' }).click()
  await expect(page.getByText('The event was called off.')).toBeVisible()
  await expect(dates.nth(1)).toContainText('Called off')
  await expect(dates.nth(2).getByRole('button', { name: /^Call off/ })).toBeVisible()

  await visitor.goto(`/events/${id}`)
  const others = visitor.getByRole('region', { name: 'Other Dates' }).getByRole('link')
  await expect(others).toHaveCount(2)
  await others.first().click()
  await expect(visitor).not.toHaveURL(new RegExp(`/events/${id}$`))
  await expect(visitor.getByRole('heading', { level: 1, name: `${name} sings` })).toBeVisible()
  const holder = await openBrowser(person)
  await holder.goto(`/events/${secondId}`)
  await expect(holder.getByText('Tickets for it are no longer valid.')).toBeVisible()
})
