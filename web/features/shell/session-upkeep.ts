import { useEffect, useEffectEvent } from 'react'
import { useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { refreshSession, untilRefresh } from '#web/lib/api/call.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, type Session, useSession, wasSessionLost } from '#web/lib/session/session.ts'

/** The first retry is early, because the answer may have got lost: the server takes the old token for three minutes only. */
const firstRetryMs = 5_000
const retryMs = 30_000

/** Renews the access token shortly before it expires while a page is open. When the server ends the session, a
 *  public page goes to /logout; on a protected page, the guard goes to /login. */
export function useSessionUpkeep(): void {
  const session = useSession()
  const navigate = useNavigate()
  const guarded = useMatches().some(({ handle }) => (handle as { guarded?: boolean } | undefined)?.guarded)

  const handleEnded = useEffectEvent(() => {
    // A refresh that fails after a logout has ended nothing.
    if (!guarded && wasSessionLost()) navigate(paths.logout)
  })
  useEffect(() => (session === null ? undefined : keepRenewing(session, handleEnded)), [session])
}

/** Returns a function that stops it. A refresh that is running then still reports that the session has ended. */
function keepRenewing(session: Session, onEnded: () => void): () => void {
  let timer = setTimeout(refresh, untilRefresh(session))
  let wait = firstRetryMs
  let isStopped = false

  async function refresh() {
    try {
      await refreshSession(session)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'session_expired') onEnded()
      else if (!isStopped) timer = setTimeout(refresh, wait)
      wait = retryMs
    }
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Leaves a protected page when the session ends. If the server ended it, the login returns to this page. After a
 *  logout, here or in another tab, it must not, because another person may log in. */
export function useGuard(): void {
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // During a navigation, for example through /logout, the next page decides.
    if (session !== null || readSession() !== null || state === 'loading') return
    navigate(wasSessionLost() ? loginPath(pathname + search) : paths.login, { replace: true })
  }, [session, navigate, state, pathname, search])
}
