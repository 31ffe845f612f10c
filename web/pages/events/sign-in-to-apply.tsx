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
      title={`Apply for ${eventName}`}
      asksName
      others={
        <>
          <LineSignIn next={dialog.next} />
          <PanelLink to={loginPath(dialog.next)} className="self-center">
            {clientId === '' ? 'Sign in with a password' : 'Sign in with a password or with Google'}
          </PanelLink>
        </>
      }
    />
  )
}
