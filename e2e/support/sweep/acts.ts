import type { Page } from '@playwright/test'
import { answerOf, typeNumber } from '../door.ts'
import { expect } from '../fixtures.ts'
import { picture } from '../picture.ts'
import type { Reader, World } from './world.ts'

/** Something that is done on a page, after which it looks different: a button or a tab that is pressed, or one of those
 *  below. */
export interface Act {
  press?: string
  tab?: string
  does?: keyof typeof deeds
  /** Those who can do it; otherwise everybody who sees the page. */
  for?: Reader[]
}

export async function act({ press, tab, does }: Act, page: Page, world: World) {
  if (press) await page.getByRole('main').getByRole('button', { name: press, exact: true }).click()
  if (tab) await page.getByRole('tab', { name: tab }).click()
  if (does) await deeds[does](page, world)
}

const deeds = {
  'follows the organizer': async (page: Page) => {
    await page.getByRole('button', { name: /^Follow / }).click()
    await expect(page.getByRole('button', { name: /^Following / })).toBeVisible()
  },
  'types a new email, which asks for the password': async (page: Page) => {
    await page.getByLabel('Email').fill('new@example.com')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Current Password')).toBeFocused()
  },
  'fills in the first step': async (page: Page) => {
    await page.getByLabel('Username').fill('somebody.new')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('First Name')).toBeVisible()
  },
  'fills in the second step': async (page: Page) => {
    await page.getByLabel('First Name').fill('Malee')
    await page.getByLabel('Last Name').fill('Suksan')
    await page.getByLabel('Birth Date').fill('1992-03-04')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  },
  'chooses a banner and crops it': async (page: Page) => {
    await page.getByLabel('Banner').setInputFiles(picture)
    await page.getByRole('button', { name: 'Move and crop' }).click()
    await expect(page.getByLabel('Zoom')).toBeVisible()
    await page.getByRole('button', { name: 'Use this part' }).click()
    await expect(page.getByText('picture.jpg')).toBeVisible()
  },
  'asks a question with choices': async (page: Page) => {
    await page.getByRole('button', { name: 'Add a Question' }).click()
    await page.getByLabel('Kind of answer').selectOption({ label: 'Any of several choices' })
    await expect(page.getByLabel('Choices')).toBeVisible()
  },
  'chooses all applications': async (page: Page) => {
    await page.getByRole('checkbox', { name: 'Choose all shown' }).check()
    await expect(page.getByRole('region', { name: 'Chosen applications' })).toBeVisible()
  },
  'opens a thread and begins a reply': async (page: Page) => {
    await page.getByRole('button', { name: /^1 reply/ }).click()
    await page
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .click()
    await expect(page.getByPlaceholder('Write a reply...')).toBeFocused()
  },
  'checks a ticket in': (page: Page, { atDoor }: World) => checkIn(page, atDoor, 'Welcome'),
  'checks it in again': (page: Page, { atDoor }: World) => checkIn(page, atDoor, 'Already used'),
  'checks an unknown number in': (page: Page) => checkIn(page, 'AAAA-AAAA', 'Unknown'),
  'makes a door link, which is shown once': async (page: Page) => {
    await page.getByRole('textbox', { name: 'Name of a new link' }).fill('East gate')
    await page.getByRole('button', { name: 'Make a door link' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
}

async function checkIn(page: Page, number: string, verdict: string) {
  await typeNumber(page, number)
  await expect(answerOf(page)).toContainText(verdict)
}
