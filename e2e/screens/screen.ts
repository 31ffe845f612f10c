import type { Page } from '@playwright/test'
import type { Person } from '../support/fixtures.ts'

/** A page in a certain state. */
export interface Screen {
  /** Used for its files and in the sheet: 'event full'. */
  name: string
  path: string
  /** Missing for a visitor. */
  as?: Person
  /** Brings the page into its state, using roles and labels as in a journey. */
  act?: (page: Page) => Promise<void>
  /** Shows the page as printed. */
  onPaper?: boolean
  /** For screens that exist only on phones or only on wide screens. */
  widths?: readonly number[]
}

export const phone = 360
export const desk = 1280

export const pressed = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()
