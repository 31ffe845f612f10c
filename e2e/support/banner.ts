import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** A picture that a banner can be. */
export const picture = {
  name: 'banner.png',
  mimeType: 'image/png',
  buffer: await readFile('web/public/icon-512.png'),
}

/** Whether the browser's database holds the chosen picture, which it writes a moment after the choice. */
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
