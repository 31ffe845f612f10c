/** Reads from browser storage; null if storage is forbidden. */
export function readItem(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

export function writeItem(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    window[storage].setItem(key, value)
  } catch {
    // Without storage the value lasts as long as the page.
  }
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
