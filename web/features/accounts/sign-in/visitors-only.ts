import { redirect } from 'react-router'
import { nextPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'

/** `clientLoader` of pages for visitors only: somebody who is signed in is led to where login would lead. */
export function visitorsOnly({ request }: { request: Request }): null {
  if (readSession() !== null) throw redirect(nextPath(new URL(request.url).searchParams))
  return null
}
visitorsOnly.hydrate = true as const
