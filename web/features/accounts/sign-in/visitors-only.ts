import { redirect } from 'react-router'
import { nextPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'

/** For the `clientLoader` of pages for visitors only: somebody who is signed in is led to where login would lead. */
export function visitorsOnly({ request }: { request: Request }): void {
  if (readSession() !== null) throw redirect(nextPath(new URL(request.url).searchParams))
}
