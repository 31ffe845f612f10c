import { Navigate, useLocation } from 'react-router'
import { errorOf, isSilence, statusOf } from '#web/lib/api/api-error.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { LoadingScreen } from '#web/ui/display/loading.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RefreshPage } from './refresh-page.tsx'
import { useRetrySignedIn } from './use-retry-signed-in.ts'

/** The screen of a page's ErrorBoundary: says what went wrong and offers a way on. */
export function ProblemScreen({ error }: { error: unknown }) {
  const retrying = useRetrySignedIn(error)
  const { pathname, search } = useLocation()
  const refusal = errorOf(error)
  const status = statusOf(error)
  if (retrying) return <LoadingScreen />
  if (status === 401) return <Navigate to={loginPath(pathname + search)} replace />
  if (status === 404) return <NotFoundScreen />
  return (
    <Page width="text" className="flex flex-col items-center gap-6 pt-16 text-center sm:pt-24">
      <h1 className="text-2xl sm:text-3xl">{refusal?.isOffline ? 'No network' : 'Unexpected Application Error!'}</h1>
      <p role="alert" className="max-w-md text-lg text-ink-soft">
        {refusal?.message ?? 'Something went wrong on our side. Please try again.'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isSilence(refusal) ? <TryAgain /> : <RefreshPage />}
        <ButtonLink to="/" variant="quiet">
          Go Home
        </ButtonLink>
      </div>
    </Page>
  )
}
