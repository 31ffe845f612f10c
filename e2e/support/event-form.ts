import { expect, type Locator, type Page } from '@playwright/test'

/** The values of the form's controls, by tab and label: texts, the names of options, and switches. */
export type FormTexts = Record<string, Record<string, string | boolean>>

export async function fillEvent(page: Page, fields: FormTexts) {
  for (const [tab, controls] of Object.entries(fields)) {
    await page.getByRole('tab', { name: tab }).click()
    for (const [label, value] of Object.entries(controls)) await enter(controlOf(page, label, value), value)
  }
}

/** Expects the form, opened for editing, to contain exactly these values. */
export async function expectEvent(page: Page, fields: FormTexts) {
  for (const [tab, controls] of Object.entries(fields)) {
    await page.getByRole('tab', { name: tab }).click()
    for (const [label, value] of Object.entries(controls)) await expectControl(controlOf(page, label, value), value)
  }
}

function controlOf(page: Page, label: string, value: string | boolean): Locator {
  // A switch's hint is part of its label.
  return typeof value === 'boolean'
    ? page.getByRole('switch', { name: label })
    : page.getByLabel(label, { exact: true })
}

async function enter(control: Locator, value: string | boolean) {
  if (typeof value === 'boolean') await control.setChecked(value)
  else if (await isList(control)) await control.selectOption({ label: value })
  else await control.fill(value)
}

async function expectControl(control: Locator, value: string | boolean) {
  if (typeof value === 'boolean') await expect(control).toBeChecked({ checked: value })
  else if (await isList(control)) await expect(control.locator('option:checked')).toHaveText(value)
  else await expect(control).toHaveValue(value)
}

const isList = async (control: Locator) => (await control.evaluate((element) => element.tagName)) === 'SELECT'

export async function addTags(page: Page, ...tags: string[]) {
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  for (const tag of tags) {
    await page.getByLabel('Tags').fill(tag)
    await page.getByLabel('Tags').press('Enter')
  }
}
