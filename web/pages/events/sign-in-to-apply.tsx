import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/event-detail.json'
import { PanelLink } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { EmailSignIn, type EmailSignInProps } from '#web/features/accounts/sign-in/email-sign-in.tsx'
import { LineSignIn } from '#web/features/accounts/sign-in/line.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath } from '#web/lib/session/login-path.ts'

type SignInToApplyProps = Pick<EmailSignInProps, 'open' | 'next' | 'onSignedIn' | 'onClose'> & { eventName: string }

/** Signs in or up in one step, on the page of an event. */
export function SignInToApply({ eventName, ...dialog }: SignInToApplyProps) {
  const { google_client_id: clientId } = useSite()
  return (
    <EmailSignIn
      {...dialog}
      title={fill(m.applyFor, { event: eventName })}
      asksName
      others={
        <>
          <LineSignIn next={dialog.next} />
          <PanelLink to={loginPath(dialog.next)} className="self-center">
            {clientId === '' ? m.signInWithPassword : m.signInWithPasswordOrGoogle}
          </PanelLink>
        </>
      }
    />
  )
}
