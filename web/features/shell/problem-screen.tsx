import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Navigate, useLocation, useRevalidator } from 'react-router'
import * as common from '#messages/common.json'
import * as m from '#messages/shell.json'
import { errorOf, isOutcomeUnknown, statusOf } from '#web/lib/api/api-error.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { LoadingScreen } from '#web/ui/display/loading.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'

/** For ErrorBoundary: says what went wrong and what to do. */
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
      <h1 className="text-2xl sm:text-3xl">{refusal?.isOffline ? m.noNetwork : m.unexpectedError}</h1>
      <p role="alert" className="max-w-md text-lg text-ink-soft">
        {refusal?.message ?? m.ourFault}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isOutcomeUnknown(refusal) ? <TryAgain /> : <RefreshPage />}
        <ButtonLink to="/" variant="quiet">
          {common.goHome}
        </ButtonLink>
      </div>
    </Page>
  )
}

interface FetchProblemProps {
  error: unknown
  /** The text before the reason: 'Error fetching data'. */
  saying: string
  /** The page's heading, if it has one. */
  title?: string
  /** Shown instead of the reason after a 404. */
  notFound?: ReactNode
  /** Where to go when trying again would not help; by default home. */
  elsewhere?: { label: string; to: string }
}

const home = { label: common.goHome, to: '/' }

/** For ErrorBoundary of a page whose data could not be loaded: the reason, and a button to try again, or a link where the
 *  server would refuse again. */
export function FetchProblem({ error, saying, title, notFound, elsewhere = home }: FetchProblemProps) {
  const retrying = useRetrySignedIn(error)
  const { pathname, search } = useLocation()
  const status = statusOf(error)
  if (retrying) return <LoadingScreen />
  if (status === 401) return <Navigate to={loginPath(pathname + search)} replace />
  if (status === 404 && notFound) return notFound
  const isFinal = status >= 400 && status < 500 && status !== 429
  const reason = errorOf(error)?.message ?? m.ourFault
  return (
    <Page {...(title && { title })}>
      <div className="flex flex-col items-start gap-4">
        <Message kind="failure">{status === 403 ? reason : `${saying}: ${reason}`}</Message>
        {isFinal ? <ButtonLink to={elsewhere.to}>{elsewhere.label}</ButtonLink> : <TryAgain />}
      </div>
    </Page>
  )
}

export function NotFoundScreen() {
  return (
    <Page width="text" className="flex flex-col items-center gap-6 pt-16 text-center sm:pt-24">
      <p
        aria-hidden
        className="figures bg-linear-to-r from-mark-start to-mark-end bg-clip-text text-3xl font-semibold text-transparent"
      >
        404
      </p>
      <h1 className="text-2xl sm:text-3xl">{m.pageNotFound}</h1>
      <p className="max-w-md text-lg text-ink-soft">{m.pageMoved}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">{common.goHome}</ButtonLink>
        <RefreshPage />
      </div>
    </Page>
  )
}

function RefreshPage() {
  return (
    <Button variant="secondary" onClick={() => window.location.reload()}>
      {m.refreshPage}
    </Button>
  )
}

/** The server renders for visitors, so it refuses private events that a signed-in viewer may see. Reloads the data
 *  once with the token. A second refusal is an ApiError from the browser, and is shown. */
function useRetrySignedIn(error: unknown): boolean {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const refusedVisitor = session !== null && isRouteErrorResponse(error) && errorOf(error) !== null
  useEffect(() => {
    if (refusedVisitor) revalidate()
  }, [refusedVisitor, revalidate])
  return refusedVisitor
}
