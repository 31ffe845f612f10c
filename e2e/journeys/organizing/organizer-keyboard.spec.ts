import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { pressByKey, tabTo } from '../../support/keyboard.ts'

test.slow()

test('an event is published by keyboard alone', async ({ page, makers, login }) => {
  const event_name = `By keys ${makers.uniqueName()}`
  const year = new Date().getFullYear() + 1
  await login(await makers.addOrganizer())
  await page.goto('/create-event')

  await type(page, 'Event Name', event_name)
  await type(page, 'Short Description', 'Everything without a mouse.')
  await type(page, 'Detailed Description', 'Two **talks**.')
  await pressByKey(page, page.getByRole('button', { name: 'Preview' }).first(), 'Shift+Tab')
  await expect(page.getByRole('region', { name: 'Preview of Detailed Description' })).toContainText('Two talks.')
  await type(page, 'Category', 'Work')
  await type(page, 'Tags', 'keys')
  await page.keyboard.press('Enter')
  await page.keyboard.type('music')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await pressByKey(page, page.getByRole('button', { name: 'Remove tag keys' }), 'Shift+Tab')
  await expect(page.getByLabel('Tags')).toBeFocused()
  await pressByKey(page, page.getByRole('button', { name: 'Next' }))

  // The next tab has the focus; the Tab key leads into its panel.
  await expect(page.getByRole('tab', { name: 'Location' })).toBeFocused()
  await type(page, 'Address', 'siam')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Address')).toHaveValue(/^Siam Paragon/)
  await pressByKey(page, page.getByRole('button', { name: 'Move the pin up' }))
  await expect(page.getByLabel('Address')).toHaveValue(/^หอศิลปวัฒนธรรม/)

  await tabTo(page, page.getByRole('tab', { name: 'Location' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Date & Time' })).toBeFocused()
  await type(page, 'Event Start', `0314${year}0630PM`)
  await type(page, 'Event End', `0314${year}0915PM`)
  await type(page, 'Registration Opening', `0105${year}0900AM`)
  await type(page, 'Registration Closing', `0313${year}0800PM`)
  await pressByKey(page, page.getByRole('button', { name: 'Create Event', exact: true }))

  await expect(page.getByText('Event created successfully!')).toBeVisible()
  await page.goto('/my-events')
  await pressByKey(page, page.getByRole('button', { name: `More about ${event_name}` }))
  await expect(page.getByRole('menuitem', { name: 'Edit Event' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete Event' })).toBeFocused()
  await page.keyboard.press('Enter')
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }))
  await expect(page.getByText('No events available')).toBeVisible()
})

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}
