import type { Locator } from '@playwright/test'

/** Counts taps on controls and filled fields: what a way costs people. */
export function countEffort() {
  const made = { taps: 0, fields: 0 }
  return {
    made,
    tap: async (control: Locator) => {
      made.taps += 1
      await control.click()
    },
    type: async (field: Locator, text: string) => {
      made.fields += 1
      await field.fill(text)
    },
  }
}
