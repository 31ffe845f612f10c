import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, useSession, wasSessionLost } from '#web/lib/session/session.ts'

/**
 * On what only somebody signed in may see. After a logout, here or in another tab, the next person must not land on this
 * one's page; only a session that the server ended is led back to it.
 */
export function useGuard(): void {
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // On the way elsewhere, such as through /logout, the page there decides.
    if (session !== null || readSession() !== null || state === 'loading') return
    navigate(wasSessionLost() ? loginPath(pathname + search) : paths.login, { replace: true })
  }, [session, navigate, state, pathname, search])
}
