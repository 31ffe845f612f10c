import { Outlet } from 'react-router'
import { ProblemScreen } from '#web/features/shell/problem-screen.tsx'
import { useSessionUpkeep } from '#web/features/shell/session-upkeep.ts'
import type { Route } from './+types/full-screen-layout.ts'

/** For a tool that uses the whole screen, without links that lead away. */
export default function FullScreenLayout() {
  useSessionUpkeep()
  return (
    <main id="content" tabIndex={-1} className="min-h-dvh outline-none">
      <Outlet />
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content" className="min-h-dvh">
      <ProblemScreen error={error} />
    </main>
  )
}
