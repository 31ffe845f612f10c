/** `forGood`: the account is deleted, so that what else waits for the person's return goes too. */
type Forget = (forGood: boolean) => Promise<unknown>

const stores: Forget[] = []

/** Registers a store's function that forgets a session's data. Every store outside localStorage calls this once, and
 *  its module must be imported in entry.client.tsx, so that signing out also forgets what earlier pages kept. */
export function forgetAtSignOut(forget: Forget): void {
  stores.push(forget)
}

/** Forgets everything that this browser keeps of the session; a store that fails does not stop the others. */
export async function forgetAll(forGood: boolean): Promise<void> {
  localStorage.clear()
  await Promise.allSettled(stores.map((forget) => forget(forGood)))
}
