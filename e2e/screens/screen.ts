import type { Page } from '@playwright/test'
import type { Person } from '../support/fixtures.ts'

/** One picture's worth of the product: a page in a state. */
export interface Screen {
  /** Names its files and its place in the sheet: 'event full'. */
  name: string
  path: string
  /** Nobody for a visitor. */
  as?: Person
  /** Brings the page into its state, by roles and labels as in a journey. */
  act?: (page: Page) => Promise<void>
  /** As it comes out of a printer. */
  onPaper?: boolean
  /** For what is there on phones alone, or on wide screens alone. */
  widths?: readonly number[]
}

export const phone = 360
export const desk = 1280

export const pressed = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()
