import { ArrowLeft } from 'lucide'
import { paths } from '#contract/paths.ts'
import { listWebhooks } from '#contract/webhooks.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/webhooks.json'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'
import { call } from '#web/lib/api/call.ts'
import { Icon } from '#web/lib/icon.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/webhooks.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireOrganizer(request)
  return call(listWebhooks)
}

export default function WebhooksPage({ loaderData: webhooks }: Route.ComponentProps) {
  return (
    <Page
      title={m.title}
      subtitle={m.intro}
      width="text"
      actions={
        <ButtonLink to={paths.organizerInfo} variant="quiet" className="max-sm:-ml-5">
          <Icon icon={ArrowLeft} />
          {m.backToOrganizer}
        </ButtonLink>
      }
    >
      <Webhooks webhooks={webhooks} />
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.title} />
}
