type Forget = () => Promise<unknown>

const stores: Forget[] = []

/** Each store that keeps something of a session outside localStorage says here, once, how it forgets that. A module that
 *  does must be named in entry.client.tsx, so that signing out forgets what was kept before this page was loaded. */
export function forgetAtSignOut(forget: Forget): void {
  stores.push(forget)
}

/** Forgets all that this browser keeps of the session; one store that fails keeps no other from forgetting. */
export async function forgetAll(): Promise<void> {
  localStorage.clear()
  await Promise.allSettled(stores.map((forget) => forget()))
}
