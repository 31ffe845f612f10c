import { Outlet } from 'react-router'
import { ProblemScreen } from '#web/features/shell/problem-screen.tsx'
import { Shell } from '#web/features/shell/shell.tsx'
import type { Route } from './+types/main-layout.ts'

export default function MainLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ProblemScreen error={error} />
    </Shell>
  )
}
