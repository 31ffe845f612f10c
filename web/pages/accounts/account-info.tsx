import { listPasskeys } from '#contract/accounts/passwordless.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { listFollowed } from '#contract/engagement/follows.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/profile.json'
import { AccountDetails, ProfileProblem } from '#web/features/accounts/profile/account-details.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-account.ts'
import { LanguageSection, MessagesSection } from '#web/features/accounts/profile/mail-sections.tsx'
import { PasswordSection } from '#web/features/accounts/profile/password-section.tsx'
import { SessionsSection } from '#web/features/accounts/profile/sessions-section.tsx'
import { YourDataSection } from '#web/features/accounts/profile/your-data-section.tsx'
import { GoogleButton } from '#web/features/accounts/sign-in/google-sign-in.tsx'
import { LineSection } from '#web/features/accounts/sign-in/line.tsx'
import { PasskeysSection } from '#web/features/accounts/sign-in/passkeys.tsx'
import { FollowedOrganizers } from '#web/features/following/following.tsx'
import { call } from '#web/lib/api/call.ts'
import { orNull, requireSessionWithNotice } from '#web/lib/api/loaders.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { useSite } from '#web/lib/page/site.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/account-info.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.accountDetails)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSessionWithNotice(request)
  const [profile, passkeys, sessions, followed] = await Promise.all([
    loadProfile(),
    orNull(call(listPasskeys)),
    orNull(call(listSessions)),
    orNull(call(listFollowed)),
  ])
  return { ...profile, passkeys, sessions, followed }
}

export default function AccountInfoPage({ loaderData }: Route.ComponentProps) {
  const organizer = isOrganizer(useSession())
  const { google_client_id: clientId } = useSite()
  const googleButton = (onCredential: (token: string) => void) => (
    <GoogleButton clientId={clientId} onCredential={onCredential} />
  )
  /** The operator may have turned sign-in with Google off. */
  const withUsableGoogle = (profile: Profile) => ({ ...profile, has_google: profile.has_google && clientId !== '' })
  return (
    <Page
      title={m.accountDetails}
      width="text"
      actions={
        organizer ? (
          <ButtonLink to={paths.organizerInfo} variant="secondary">
            {m.toOrganizerProfile}
          </ButtonLink>
        ) : null
      }
    >
      {'profile' in loaderData ? (
        <div className="flex flex-col gap-6">
          <AccountDetails profile={withUsableGoogle(loaderData.profile)} googleButton={googleButton} />
          <PasswordSection profile={loaderData.profile} />
          <PasskeysSection passkeys={loaderData.passkeys} sessions={loaderData.sessions} />
          <LineSection profile={loaderData.profile} sessions={loaderData.sessions} />
          <SessionsSection sessions={loaderData.sessions} />
          <FollowedOrganizers organizers={loaderData.followed} />
          <SectionCard title={m.tokens} intro={m.tokensIntro}>
            <ButtonLink to={paths.accessTokens} variant="secondary" className="self-start">
              {m.manageTokens}
            </ButtonLink>
          </SectionCard>
          <LanguageSection profile={loaderData.profile} />
          <MessagesSection profile={loaderData.profile} />
          <YourDataSection profile={withUsableGoogle(loaderData.profile)} googleButton={googleButton} />
        </div>
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </Page>
  )
}
