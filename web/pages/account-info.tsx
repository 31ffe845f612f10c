import { AccountDetails } from '#web/features/users/account-details.tsx'
import { loadProfile } from '#web/features/users/load-profile.ts'
import { ProfileProblem } from '#web/features/users/profile-problem.tsx'
import { requireSessionAloud } from '#web/lib/loaders.ts'
import { titled } from '#web/lib/meta.ts'
import { isOrganizer, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/account-info.ts'

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Account Details')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSessionAloud(request)
  return loadProfile()
}

export default function AccountInfoPage({ loaderData }: Route.ComponentProps) {
  const organizer = isOrganizer(useSession())
  return (
    <Page
      title="Account Details"
      width="text"
      actions={
        organizer ? (
          <ButtonLink to="/organizer-info" variant="secondary">
            Go to Organizer Profile
          </ButtonLink>
        ) : null
      }
    >
      {'profile' in loaderData ? (
        <AccountDetails profile={loaderData.profile} />
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </Page>
  )
}
