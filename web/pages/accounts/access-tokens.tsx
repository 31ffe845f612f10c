import { ArrowLeft } from 'lucide'
import { listAccessTokens } from '#contract/accounts/access-tokens.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/access-tokens.json'
import * as common from '#messages/common.json'
import { AccessTokens } from '#web/features/accounts/profile/access-tokens.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { orNull, requireSession } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/access-tokens.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request)
  const [tokens, sessions] = await Promise.all([call(listAccessTokens), orNull(call(listSessions))])
  return { tokens, sessions }
}

export default function AccessTokensPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title={m.title}
      subtitle={m.intro}
      width="text"
      actions={
        <ButtonLink to={paths.accountInfo} variant="quiet" className="max-sm:-ml-5">
          <Icon icon={ArrowLeft} />
          {m.backToAccount}
        </ButtonLink>
      }
    >
      <AccessTokens {...loaderData} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.title} />
}
