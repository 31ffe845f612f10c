import { type FollowedOrganizer, listFollowed } from '#contract/engagement/follows.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

/** The organizers whom the reader follows; null where they cannot be read, which must not hide the rest of the page.
 *  Throws where the session has ended. */
export async function loadFollowed(): Promise<FollowedOrganizer[] | null> {
  try {
    return await call(listFollowed)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return null
  }
}
