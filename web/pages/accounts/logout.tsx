import { redirect } from 'react-router'
import * as m from '#messages/sign-in.json'
import { endSession } from '#web/features/accounts/sign-in/sign-in.ts'
// Signing out must reach these stores offline too.
import '#web/features/door/phone/door-storage.ts'
import '#web/lib/offline/offline.ts'
import '#web/lib/storage/saved-values.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { loginPath, nextPath } from '#web/lib/session/login-path.ts'
import type { Route } from './+types/logout.ts'

/** The login returns to `?next=` only where the same person has asked to log in again. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await endSession()
  return redirect(loginPath(nextPath(new URL(request.url).searchParams)))
}

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.logout)

export function HydrateFallback() {
  return (
    <p role="status" className="p-8 text-center text-lg text-ink-soft">
      {m.loggingOut}
    </p>
  )
}

/** This is never shown, because the loader redirects. */
export default function LogoutPage() {
  return null
}
