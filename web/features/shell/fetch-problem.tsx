import type { ReactNode } from 'react'
import { isRouteErrorResponse, Navigate, useLocation } from 'react-router'
import { errorOf, reasonOf } from '#web/lib/api/api-error.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { RefreshPage } from './refresh-page.tsx'
import { useRetrySignedIn } from './use-retry-signed-in.ts'

interface FetchProblemProps {
  error: unknown
  /** What stands before the reason: 'Error fetching data'. */
  saying: string
  /** The page's heading, where it has one. */
  title?: string
  /** In place of the reason where there is no such thing. */
  notFound?: ReactNode
}

/** For the ErrorBoundary of a page whose data could not be loaded: why, and a way to try again. */
export function FetchProblem({ error, saying, title, notFound }: FetchProblemProps) {
  const retrying = useRetrySignedIn(error)
  const { pathname, search } = useLocation()
  const status = errorOf(error)?.status ?? (isRouteErrorResponse(error) ? error.status : 500)
  if (retrying) return <LoadingScreen />
  if (status === 401) return <Navigate to={loginPath(pathname + search)} replace />
  if (status === 404 && notFound) return notFound
  return (
    <Page {...(title && { title })}>
      <div className="flex flex-col items-start gap-4">
        <p role="alert" className="text-lg text-danger">
          {saying}: {reasonOf(error, 'Something went wrong on our side. Please try again.')}
        </p>
        <RefreshPage />
      </div>
    </Page>
  )
}
