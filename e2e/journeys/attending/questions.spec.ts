import type { Route } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

test.use({ viewport: { width: 360, height: 740 } })

test("an applicant answers the organizer's questions to join the waiting list, and edits the answers", async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/answers|register|ERR_FAILED|Failed to load resource/)
  const owner = await makers.addOrganizer()
  const fields = { event_name: `Dinner ${makers.uniqueName()}`, max_attendee: 1 }
  const { id, event_name } = await makers.addEvent(fields, owner)
  await login(owner)
  // Their page gets no update about the questions added from now on.
  const attendee = await openBrowser(await makers.addAttendee({ first_name: 'Nok' }))
  await attendee.setViewportSize({ width: 360, height: 740 })
  await keepOld(attendee)
  await attendee.goto(`/events/${id}`)
  const applyNow = attendee.getByRole('button', { name: 'Apply Now' })
  await expect(applyNow).toBeVisible()

  await page.goto(`/events/${id}/edit`)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  const asking = page.getByRole('group', { name: 'Questions for applicants' })
  await asking.getByRole('button', { name: 'Add a Question' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toBeFocused()
  await page.keyboard.type('Anything else?')
  await asking.getByRole('button', { name: 'Add a Question' }).click()
  const meal = page.getByRole('group', { name: 'Question 2' })
  await meal.getByLabel('Question', { exact: true }).fill('Which meal?')
  await meal.getByLabel('Kind of answer').selectOption({ label: 'One of several choices' })
  await meal.getByRole('switch', { name: 'Must be answered' }).check()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(meal.getByLabel('Choices')).toBeFocused()
  await meal.getByLabel('Choices').fill('ปกติ\nเจ\n')
  await meal.getByRole('button', { name: 'Move question 2 up' }).click()
  await expect(page.getByRole('button', { name: 'Move question 1 up' })).toBeFocused()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()

  await applyNow.click()
  const dialog = attendee.getByRole('dialog')
  await dialog.getByLabel('Anything else?').fill('ไม่ใส่ถั่ว')
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog.getByText('This question must be answered.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'ปกติ' })).toBeFocused()
  await attendee.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'เจ' })).toBeChecked()

  // Neither a failed call nor visiting other pages loses the input.
  await attendee.route('**/register', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog.getByText('Failed to apply for the event.')).toBeVisible()
  // As after returning from the login.
  await attendee.goto(`/events/${id}?apply=now`)
  await expect(dialog).toHaveAccessibleName(`Apply for ${event_name}`)
  await expect(dialog.getByLabel('Anything else?')).toHaveValue('ไม่ใส่ถั่ว')

  // An answer is not sent for a question that has changed since then.
  const { questions } = await makers.send('get', `/api/events/${id}`, {})
  const changed = [questions[0], { ...questions[1], text: 'What else?' }]
  await makers.send('patch', `/api/events/${id}/edit`, { data: { questions: changed } }, owner)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  const reworded = dialog.getByLabel('What else?')
  await expect(reworded).toHaveValue('ไม่ใส่ถั่ว')
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(reworded).toBeFocused()
  await expect(reworded).toHaveAccessibleDescription(/Read it again/)

  // The last seat has been taken since then: nobody joins the waiting list without asking for it.
  const other = await makers.addAttendee()
  const overtake = async (route: Route) => {
    await makers.addTicket(id, other, false, { [questions[0].id]: 'ปกติ' })
    await route.continue()
  }
  await attendee.route('**/register', overtake, { times: 1 })
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog).toHaveAccessibleName('Every seat is taken. Join the waiting list?')
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(attendee.getByText('You are number 1 in line.')).toBeVisible()

  await page.goto(`/events/${id}/applicants`)
  await page.getByLabel('Details of Nok Suksan').click()
  await expect(page.getByText('ไม่ใส่ถั่ว')).toBeVisible()

  await attendee.getByRole('link', { name: 'View Application' }).click()
  const answers = attendee.getByRole('region', { name: 'Your Answers' })
  await expect(answers).toContainText('Which meal?เจ')
  await answers.getByRole('button', { name: 'Change Answers' }).click()
  const changing = attendee.getByRole('dialog', { name: 'Change your answers' })
  await changing.getByRole('radio', { name: 'ปกติ' }).check()
  await attendee.route('**/answers', (route) => route.abort(), { times: 1 })
  await changing.getByRole('button', { name: 'Save Answers' }).click()
  await expect(changing.getByText('Your answers could not be changed. Please try again.')).toBeVisible()
  // Nor does the end of registration.
  const { end_date_register } = await makers.send('get', `/api/events/${id}`, {})
  const closeAt = (end: string) =>
    makers.send('patch', `/api/events/${id}/edit`, { data: { end_date_register: end } }, owner)
  await closeAt(new Date(Date.now() - 1_000).toISOString())
  await changing.getByRole('button', { name: 'Save Answers' }).click()
  await expect(changing.getByText('Registration is closed.')).toBeVisible()
  await expect(attendee.getByRole('button', { name: 'Change Answers', includeHidden: true })).toHaveCount(0)
  await expect(changing.getByRole('radio', { name: 'ปกติ' })).toBeChecked()
  await closeAt(end_date_register)
  await changing.getByRole('button', { name: 'Save Answers' }).click()
  await expect(answers).toContainText('Which meal?ปกติ')

  // Closing the waiting list asks first, and says how many people lose their place.
  await page.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await page.getByRole('switch', { name: 'Waiting list' }).uncheck()
  await page.getByRole('button', { name: 'Update Event' }).click()
  const closing = page.getByRole('dialog', { name: 'Close the waiting list?' })
  await expect(closing).toContainText('1 person on the waiting list loses their place')
  await closing.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await closing.getByRole('button', { name: 'Close the waiting list' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()

  await attendee.getByRole('link', { name: 'View Event' }).click()
  const application = attendee.getByRole('region', { name: 'Your Application' })
  await expect(application).toContainText('The organizer has closed the waiting list.')
  await expect(application).toContainText('If a seat comes free, whoever applies first gets it.')
})
