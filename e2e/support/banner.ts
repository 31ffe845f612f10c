import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** A picture suitable as a banner. */
export const picture = {
  name: 'banner.png',
  mimeType: 'image/png',
  buffer: await readFile('web/public/icon-512.png'),
}

/** Whether the chosen picture is in the browser's database, where it is saved with a short delay. */
export function isBannerKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('kept'))
    const keys = await done(db.transaction('values').objectStore('values').getAllKeys())
    db.close()
    return keys.some((key) => String(key).endsWith('/image'))
  })
}
