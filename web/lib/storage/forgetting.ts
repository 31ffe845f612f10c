/** `forGood`: the account is deleted, so that what else waits for the person's return goes too. */
type Forget = (forGood: boolean) => Promise<unknown>

const stores: (() => Promise<Forget>)[] = []

/** Registers what loads a store's function that forgets a session's data. Every store outside localStorage is
 *  registered in entry.client.tsx, so that signing out also forgets what earlier pages kept; pages/accounts/logout.tsx
 *  imports its module, so that it is there for signing out without a network. */
export function forgetAtSignOut(load: () => Promise<Forget>): void {
  stores.push(load)
}

/** Forgets everything that this browser keeps of the session; a store that fails does not stop the others. */
export async function forgetAll(forGood: boolean): Promise<void> {
  localStorage.clear()
  await Promise.allSettled(stores.map(async (load) => (await load())(forGood)))
}
