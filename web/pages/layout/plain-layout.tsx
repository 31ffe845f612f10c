import { Outlet } from 'react-router'
import * as m from '#messages/shell.json'
import { ProblemScreen } from '#web/features/shell/problem-screen.tsx'
import { Shell } from '#web/features/shell/shell.tsx'
import { NeedsScript } from '#web/ui/display/message.tsx'
import type { Route } from './+types/plain-layout.ts'

/** Many of these addresses contain a secret, which no other site may see. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

/** The layout for signing in and similar tasks, without a sidebar. */
export default function PlainLayout() {
  return (
    <Shell sidebar={false}>
      <div className="mx-auto max-w-lg px-4">
        <NeedsScript>{m.needsScript}</NeedsScript>
      </div>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell sidebar={false}>
      <ProblemScreen error={error} />
    </Shell>
  )
}
