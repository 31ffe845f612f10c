import { ArrowLeft } from 'lucide-react'
import { listAccessTokens } from '#contract/accounts/access-tokens.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { paths } from '#contract/paths.ts'
import { AccessTokens } from '#web/features/accounts/profile/access-tokens.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { orNull, requireSession } from '#web/lib/api/loaders.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/access-tokens.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Access Tokens')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request)
  const [tokens, sessions] = await Promise.all([call(listAccessTokens), orNull(call(listSessions))])
  return { tokens, sessions }
}

export default function AccessTokensPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Access Tokens"
      subtitle="Programs of yours use the API with a token instead of your password."
      width="text"
      actions={
        <ButtonLink to={paths.accountInfo} variant="quiet" className="max-sm:-ml-5">
          <ArrowLeft aria-hidden className="size-5" />
          Back to Account Details
        </ButtonLink>
      }
    >
      <AccessTokens {...loaderData} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Access Tokens" />
}
