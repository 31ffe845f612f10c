import type { Page } from '@playwright/test'

/** Keeps the calls of one path waiting until they are let go. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
