import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { errorOf } from '#web/lib/api/api-error.ts'
import { useSession } from '#web/lib/session/session.ts'

/**
 * The server renders for visitors: what it refused them (a private event) may well be shown to whoever is signed in.
 * Asks once more, with the token. An error of that second time is an ApiError of the browser, and stays.
 */
export function useRetrySignedIn(error: unknown): boolean {
  const session = useSession()
  const { state, revalidate } = useRevalidator()
  const refusedVisitor = session !== null && isRouteErrorResponse(error) && errorOf(error) !== null
  useEffect(() => {
    if (refusedVisitor) revalidate()
  }, [refusedVisitor, revalidate])
  return refusedVisitor || state === 'loading'
}
