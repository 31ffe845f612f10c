import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { errorOf } from '#web/lib/api/api-error.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The server renders for visitors, so it refuses a private event that a signed-in reader may see. This loads the
 *  page once more with the token. An error of the second attempt is an ApiError of the browser, and stays. */
export function useRetrySignedIn(error: unknown): boolean {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const refusedVisitor = session !== null && isRouteErrorResponse(error) && errorOf(error) !== null
  useEffect(() => {
    if (refusedVisitor) revalidate()
  }, [refusedVisitor, revalidate])
  return refusedVisitor
}
