import { ArrowLeft, Webhook } from 'lucide'
import { viewOrganizer } from '#contract/organizers.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/organizers.json'
import { OrganizerProfile } from '#web/features/organizers/organizer-profile.tsx'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSessionWithNotice } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/organizer-info.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.profileTitle)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSessionWithNotice(request)
  await requireOrganizer(request)
  return call(viewOrganizer)
}

export default function OrganizerInfoPage({ loaderData: organizer }: Route.ComponentProps) {
  return (
    <Page
      title={m.profileTitle}
      width="text"
      actions={
        <ButtonLink to={paths.accountInfo} variant="quiet" className="max-sm:-ml-5">
          <Icon icon={ArrowLeft} />
          {m.backToAccount}
        </ButtonLink>
      }
    >
      <OrganizerProfile organizer={organizer} />
      <ButtonLink to={paths.webhooks} variant="quiet" className="mt-4">
        <Icon icon={Webhook} />
        {m.webhooks}
      </ButtonLink>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.profileTitle} />
}
