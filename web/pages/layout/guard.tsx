import { Outlet } from 'react-router'
import * as common from '#messages/common.json'
import * as m from '#messages/shell.json'
import { useGuard } from '#web/features/shell/session-upkeep.ts'
import { checkSession } from '#web/lib/api/loaders.ts'
import { NeedsScript } from '#web/ui/display/message.tsx'
import type { Route } from './+types/guard.ts'

/** Tells the shell that this guard handles the end of a session. */
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
        {common.loading}
      </p>
      <NeedsScript>{m.yoursAlone}</NeedsScript>
    </div>
  )
}

/** The layout of every protected page. */
export default function Guard() {
  useGuard()
  return <Outlet />
}
