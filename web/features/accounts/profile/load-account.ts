import { type Profile, showProfile } from '#contract/accounts/profile.ts'
import * as m from '#messages/profile.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { readSession, updateSession } from '#web/lib/session/session.ts'

/** The user's profile, or why it cannot be shown. Throws if the session has ended. */
export async function loadProfile(): Promise<{ profile: Profile } | { problem: string }> {
  try {
    const profile: Partial<Profile> | undefined = await call(showProfile)
    // A proxy's page instead of an answer is parsed as undefined.
    if (!profile?.id || !profile.username) return { problem: m.invalidData }
    // The username or the picture may have been changed on another device.
    const session = readSession()
    if (session !== null && session.username !== profile.username) updateSession({ username: profile.username })
    return { profile: profile as Profile }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { problem: error.message }
  }
}
