import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { checkSession } from '#web/lib/loaders.ts'
import { loginPath } from '#web/lib/login-path.ts'
import { readSession, useSession } from '#web/lib/session.ts'
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
    <p role="status" className="p-8 text-center text-lg text-ink-soft">
      Loading...
    </p>
  )
}

/** Around every page that only somebody signed in may see; also when they sign out in another tab. */
export default function Guard() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (session === null && readSession() === null) navigate(loginPath(pathname + search), { replace: true })
  }, [session, navigate, pathname, search])
  return <Outlet />
}
