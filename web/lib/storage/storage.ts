import { clockNow } from '#web/lib/clock.ts'

/** What `readItem` and `writeItem` store; the cookie policy names each. */
export const itemNames = [
  'apply_choice',
  'door-muted',
  'line_sign_in',
  'list-scroll',
  'notices',
  'pressed',
  'scheme',
  'sidebar',
  'sign_in_code',
] as const
type ItemKey = (typeof itemNames)[number] | `list-scroll ${string}`

/** Reads from browser storage; null if storage is forbidden. */
export function readItem(storage: 'localStorage' | 'sessionStorage', key: ItemKey): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

export function writeItem(storage: 'localStorage' | 'sessionStorage', key: ItemKey, value: string): void {
  try {
    window[storage].setItem(key, value)
  } catch {
    // Without storage the value lasts as long as the page.
  }
}

const tenMinutes = 10 * 60_000

/** What `writeRecent` stored in the last ten minutes; null if there is nothing. */
export function readRecent<T extends { at: number }>(key: ItemKey): T | null {
  try {
    const stored = JSON.parse(readItem('localStorage', key) ?? 'null') as T | null
    return stored !== null && clockNow() < stored.at + tenMinutes ? stored : null
  } catch {
    return null
  }
}

/** For an action that leaves the page and may come back in another tab. `at` is the time by `clockNow`; null deletes it. */
export function writeRecent<T extends { at: number }>(key: ItemKey, value: T | null): void {
  writeItem('localStorage', key, JSON.stringify(value))
}

/** With `forGood` the account is deleted, so its owner's drafts are deleted too. */
type Forget = (forGood: boolean) => Promise<unknown>

const stores: (() => Promise<Forget>)[] = []

/** Registers a function that loads a store's function for deleting a session's data. Every store outside
 *  localStorage is registered in entry.client.tsx, so that signing out also deletes data stored by earlier pages,
 *  and imported in pages/accounts/logout.tsx, so that signing out works offline. */
export function forgetAtSignOut(load: () => Promise<Forget>): void {
  stores.push(load)
}

/** A failing store does not stop the others. */
export async function forgetAll(forGood: boolean): Promise<void> {
  localStorage.clear()
  await Promise.allSettled(stores.map(async (load) => (await load())(forGood)))
}
