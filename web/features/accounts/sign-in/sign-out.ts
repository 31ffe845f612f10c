import { logout } from '#contract/accounts/auth.ts'
import { call } from '#web/lib/api/call.ts'
import { readSession, signOut, wasSessionLost } from '#web/lib/session/session.ts'

const timeoutMs = 5_000

/** Ends the session on the server if it can be reached, and in this browser in any case. */
export async function endSession(): Promise<void> {
  // A session that the server ended leads to this page as well. It is already forgotten here, and /login still has to
  // say why.
  if (wasSessionLost()) return
  await Promise.race([endOnServer().catch(() => {}), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}

async function endOnServer(): Promise<void> {
  if (readSession() !== null) await call(logout)
}
