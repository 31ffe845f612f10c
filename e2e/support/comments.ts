import { expect, type Page } from '@playwright/test'

export const panelOf = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true })
export const regionOf = (page: Page) => page.getByRole('region', { name: 'All comments' })
export const articleOf = (page: Page, id: number) => page.locator(`#comment-${id}`)
export const fieldOf = (page: Page) => page.getByPlaceholder('Add a comment...')

/** Opens an event's page, scrolls to its comments and waits for their controls. */
export async function openComments(page: Page, path: string) {
  await page.goto(path)
  // Not with a locator: the element may be replaced during the scroll.
  await page.evaluate(() => document.getElementById('comments')?.scrollIntoView())
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
}

export async function choose(page: Page, id: number, item: string) {
  await articleOf(page, id).locator('[aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The typed text and the position of the caret; null if another element has the focus. */
export const caretIn = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLTextAreaElement ? [field.value, field.selectionStart] : null
  })
