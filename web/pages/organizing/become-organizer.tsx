import { Megaphone } from 'lucide'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/organizers.json'
import { OrganizerApplicationForm, useApplication } from '#web/features/organizers/organizer-profile.tsx'
import { becameOneElsewhere } from '#web/features/organizers/require-organizer.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { isOrganizer } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/become-organizer.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.applyTitle)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { organizer: isOrganizer(requireSession(request)) || (await becameOneElsewhere()) }
}

export default function BecomeOrganizerPage({ loaderData: { organizer } }: Route.ComponentProps) {
  const { apply, handleRefusal } = useApplication()
  const [search] = useSearchParams()
  const why = search.has('needed') ? m.applyNeeded : m.applyIntro
  return (
    <Page title={m.applyTitle} subtitle={organizer ? undefined : why} width="form">
      {organizer ? (
        <EmptyState icon={Megaphone} title={m.alreadyOrganizer}>
          <ButtonLink to={paths.createEvent}>{common.createEvent}</ButtonLink>
        </EmptyState>
      ) : (
        <Card className="p-5 sm:p-8">
          <OrganizerApplicationForm onSubmit={apply} onRefused={handleRefusal} />
        </Card>
      )}
    </Page>
  )
}
