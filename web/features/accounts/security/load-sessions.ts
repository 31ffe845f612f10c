import { listSessions, type OwnSession } from '#contract/accounts/sessions.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

/** The reader's own sessions; null where they cannot be read, which must not hide the rest of the page. Throws where the
 *  session has ended. */
export async function loadSessions(): Promise<OwnSession[] | null> {
  try {
    return await call(listSessions)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return null
  }
}
