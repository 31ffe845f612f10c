import type { ReactNode } from 'react'
import * as common from '#messages/common.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'

interface LinkProblemProps {
  error: unknown
  /** The page's heading. */
  title: string
  /** What a link that is not valid means. */
  invalid: string
  /** Where to go from there. */
  children: ReactNode
}

/** For ErrorBoundary of a page that people reach by a link in a mail. */
export function LinkProblem({ error, title, invalid, children }: LinkProblemProps) {
  const notFound = (
    <AuthPanel title={title} subtitle={invalid}>
      {children}
    </AuthPanel>
  )
  return <FetchProblem error={error} saying={common.errorFetchingData} title={title} notFound={notFound} />
}
