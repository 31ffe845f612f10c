import type { Page } from '@playwright/test'

/** Delays all calls to a path until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return release
}
