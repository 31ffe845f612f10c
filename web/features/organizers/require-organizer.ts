import { redirect } from 'react-router'
import { showProfile } from '#contract/accounts/profile.ts'
import { type EventRole, isAtLeast } from '#contract/endpoint.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { isOrganizer, type Session, updateSession } from '#web/lib/session/session.ts'

/** The session of a page for organizers; everybody else is redirected to the page where people become organizers. */
export async function requireOrganizer(request: Request): Promise<Session> {
  const session = requireSession(request)
  if (isOrganizer(session) || (await becameOneElsewhere())) return session
  throw redirect(`${paths.becomeOrganizer}?needed`)
}

/** Refuses a page about an event to those whose role in its team is too low. */
export function requireRole({ role }: Pick<Event, 'role'>, least: EventRole): void {
  if (!isAtLeast(role, least)) throw new ApiError(role === null ? 'not_your_event' : 'role_missing')
}

/** The user may have become an organizer in another browser: this one stores the role of its own last sign-in. */
export async function becameOneElsewhere(): Promise<boolean> {
  const { status } = await call(showProfile)
  if (status === 'Organizer') updateSession({ status })
  return status === 'Organizer'
}
