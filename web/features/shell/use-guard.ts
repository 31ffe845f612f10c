import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, useSession, wasSessionLost } from '#web/lib/session/session.ts'

/** Leads away from a protected page when the session ends. After a logout, here or in another tab, login must not
 *  lead the next person back to this page; after a session that the server ended, it does. */
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
