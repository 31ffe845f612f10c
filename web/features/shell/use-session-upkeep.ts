import { useEffect } from 'react'
import { useMatches, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { refreshSession, untilRefresh } from '#web/lib/api/refresh.ts'
import { type Session, useSession } from '#web/lib/session/session.ts'

const retryAfter = 30_000

/** Renews the access token shortly before it expires, for as long as a page is open. When the server ends the
 *  session, a public page goes to /logout; the guard of a protected page leads to /login. */
export function useSessionUpkeep(): void {
  const session = useSession()
  const navigate = useNavigate()
  const guarded = useMatches().some(({ handle }) => (handle as { guarded?: boolean } | undefined)?.guarded)

  useEffect(() => {
    if (session === null) return
    return keepUp(session, () => {
      if (!guarded) navigate(paths.logout)
    })
  }, [session, guarded, navigate])
}

/** Returns a function that stops it. */
function keepUp(session: Session, onEnded: () => void): () => void {
  let timer = setTimeout(refresh, untilRefresh(session))

  async function refresh() {
    try {
      await refreshSession(session)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'session_expired') onEnded()
      else timer = setTimeout(refresh, retryAfter)
    }
  }

  return () => clearTimeout(timer)
}
