import { redirect } from 'react-router'
import { paths } from '#contract/paths.ts'
import { endSession } from '#web/features/accounts/sign-in/sign-in.ts'
// Signing out must reach these stores offline too.
import '#web/features/door/phone/door-storage.ts'
import '#web/lib/offline/offline.ts'
import '#web/lib/storage/saved-values.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/logout.ts'

export async function clientLoader() {
  await endSession()
  return redirect(paths.login)
}

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Logout')

export function HydrateFallback() {
  return (
    <p role="status" className="p-8 text-center text-lg text-ink-soft">
      Logging out...
    </p>
  )
}

/** This is never shown, because the loader redirects. */
export default function LogoutPage() {
  return null
}
