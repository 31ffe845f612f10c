import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { errorOf, statusOf } from '#web/lib/api/api-error.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { LoadingScreen } from '#web/ui/display/loading.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { useRetrySignedIn } from './use-retry-signed-in.ts'

interface FetchProblemProps {
  error: unknown
  /** The words before the reason: 'Error fetching data'. */
  saying: string
  /** The page's heading, where it has one. */
  title?: string
  /** Shown instead of the reason where the thing does not exist. */
  notFound?: ReactNode
}

/** The ErrorBoundary of a page whose data could not be loaded: gives the reason and a button to try again. */
export function FetchProblem({ error, saying, title, notFound }: FetchProblemProps) {
  const retrying = useRetrySignedIn(error)
  const { pathname, search } = useLocation()
  const status = statusOf(error)
  if (retrying) return <LoadingScreen />
  if (status === 401) return <Navigate to={loginPath(pathname + search)} replace />
  if (status === 404 && notFound) return notFound
  return (
    <Page {...(title && { title })}>
      <div className="flex flex-col items-start gap-4">
        <Message kind="failure">
          {saying}: {errorOf(error)?.message ?? 'Something went wrong on our side. Please try again.'}
        </Message>
        <TryAgain />
      </div>
    </Page>
  )
}
