import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { checkSession } from '#web/lib/api/loaders.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, useSession, wasSessionLost } from '#web/lib/session/session.ts'
import { NeedsScript } from '#web/ui/display/needs-script.tsx'
import type { Route } from './+types/guard.ts'

/** Tells the shell that the guard takes care of a session that ends. */
export const handle = { guarded: true }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await checkSession(request)
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <div className="p-8 text-center text-lg">
      <p role="status" className="text-ink-soft noscript:hidden">
        Loading...
      </p>
      <NeedsScript>This page is yours alone, and needs JavaScript. Turn it on in your browser to see it.</NeedsScript>
    </div>
  )
}

/**
 * Around every page that only somebody signed in may see. After a logout, here or in another tab, the next person must
 * not land on this one's page; only a session that the server ended is led back to it.
 */
export default function Guard() {
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // On the way elsewhere, such as through /logout, the page there decides.
    if (session !== null || readSession() !== null || state === 'loading') return
    navigate(wasSessionLost() ? loginPath(pathname + search) : '/login', { replace: true })
  }, [session, navigate, state, pathname, search])
  return <Outlet />
}
