import { type Profile, showProfile } from '#contract/accounts/profile.ts'
import * as m from '#messages/profile.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { readSession, updateSession } from '#web/lib/session/session.ts'

/** The user's profile, or why it cannot be shown. Throws if the session has ended. */
export async function loadProfile(): Promise<{ profile: Profile } | { problem: string }> {
  try {
    const answer: Partial<Profile> | undefined = await call(showProfile)
    // A proxy's page instead of an answer is parsed as undefined.
    if (!answer?.id || !answer.username) return { problem: m.invalidData }
    const profile = answer as Profile
    // These may have been changed on another device.
    const { username, profile_picture: picture, status } = profile
    if (readSession()?.id === profile.id) updateSession({ username, picture, status })
    return { profile }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { problem: error.message }
  }
}
