import { redirect } from 'react-router'
import { nextPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'

/** `clientLoader` of the pages that make no sense to somebody who is signed in: they go where login would lead. */
export function visitorsOnly({ request }: { request: Request }): null {
  if (readSession() !== null) throw redirect(nextPath(new URL(request.url).searchParams))
  return null
}
visitorsOnly.hydrate = true as const
