import { paths } from '#contract/paths.ts'
import { GoogleButton } from '#web/features/accounts/google/google-button.tsx'
import { YourDataSection } from '#web/features/accounts/own-data/your-data-section.tsx'
import { AccountDetails } from '#web/features/accounts/profile/account-details.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { ProfileProblem } from '#web/features/accounts/profile/profile-problem.tsx'
import { loadSessions } from '#web/features/accounts/security/load-sessions.ts'
import { PasswordSection } from '#web/features/accounts/security/password-section.tsx'
import { SessionsSection } from '#web/features/accounts/security/sessions-section.tsx'
import { FollowedOrganizers } from '#web/features/following/followed-organizers.tsx'
import { loadFollowed } from '#web/features/following/load-followed.ts'
import { requireSessionAloud } from '#web/lib/api/loaders.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { useSite } from '#web/lib/page/site.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/account-info.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Account Details')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSessionAloud(request)
  const [profile, sessions, followed] = await Promise.all([loadProfile(), loadSessions(), loadFollowed()])
  return { ...profile, sessions, followed }
}

export default function AccountInfoPage({ loaderData }: Route.ComponentProps) {
  const organizer = isOrganizer(useSession())
  const { google_client_id: clientId } = useSite()
  const googleButton = (onCredential: (token: string) => void) => (
    <GoogleButton clientId={clientId} onCredential={onCredential} />
  )
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
        <div className="flex flex-col gap-6">
          <AccountDetails profile={loaderData.profile} googleButton={googleButton} />
          <PasswordSection profile={loaderData.profile} />
          <SessionsSection sessions={loaderData.sessions} />
          <FollowedOrganizers organizers={loaderData.followed} />
          <YourDataSection profile={loaderData.profile} googleButton={googleButton} />
        </div>
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </Page>
  )
}
