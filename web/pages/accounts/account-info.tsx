import { paths } from '#contract/paths.ts'
import { GoogleButton } from '#web/features/accounts/google/google-button.tsx'
import { AccountDetails } from '#web/features/accounts/profile/account-details.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { ProfileProblem } from '#web/features/accounts/profile/profile-problem.tsx'
import { requireSessionAloud } from '#web/lib/api/loaders.ts'
import { titled } from '#web/lib/page/meta.ts'
import { useSite } from '#web/lib/page/site.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/account-info.ts'

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Account Details')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSessionAloud(request)
  return loadProfile()
}

export default function AccountInfoPage({ loaderData }: Route.ComponentProps) {
  const organizer = isOrganizer(useSession())
  const { google_client_id: clientId } = useSite()
  return (
    <Page
      title="Account Details"
      width="text"
      actions={
        organizer ? (
          <ButtonLink to={paths.organizerInfo} variant="secondary">
            Go to Organizer Profile
          </ButtonLink>
        ) : null
      }
    >
      {'profile' in loaderData ? (
        <AccountDetails
          profile={loaderData.profile}
          googleButton={(onCredential) => <GoogleButton clientId={clientId} onCredential={onCredential} />}
        />
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </Page>
  )
}
