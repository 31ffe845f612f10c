/** Reads from browser storage, which may be forbidden or full: reading then returns null, and writing does nothing. */
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

/** `forGood`: the account is deleted, so drafts of its owner are deleted too. */
type Forget = (forGood: boolean) => Promise<unknown>

const stores: (() => Promise<Forget>)[] = []

/** Registers a loader of a store's function that deletes a session's data. Every store outside localStorage is
 *  registered in entry.client.tsx, so that signing out also deletes what earlier pages stored;
 *  pages/accounts/logout.tsx imports its module, so that it works without a network. */
export function forgetAtSignOut(load: () => Promise<Forget>): void {
  stores.push(load)
}

/** A store that fails does not stop the others. */
export async function forgetAll(forGood: boolean): Promise<void> {
  localStorage.clear()
  await Promise.allSettled(stores.map(async (load) => (await load())(forGood)))
}
