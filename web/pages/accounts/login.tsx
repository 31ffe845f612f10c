import { useEffect, useState } from 'react'
import { data, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { GoogleSignIn } from '#web/features/accounts/sign-in/google-sign-in.tsx'
import { LoginForm, useSessionLossNotice } from '#web/features/accounts/sign-in/login-form.tsx'
import { forgetHandedOver, handedOver, visitorsOnly } from '#web/features/accounts/sign-in/sign-in.ts'
import { fetchWanted, loadWanted, WantedNote, wantedHeaders } from '#web/features/events/detail/wanted-event.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { late } from '#web/lib/page/late.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { useSite } from '#web/lib/page/site.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import type { Route } from './+types/login.ts'

const EmailSignIn = late(
  async () => (await import('#web/features/accounts/sign-in/email-sign-in.tsx')).EmailSignIn,
  ({ open }) => open,
)

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await loadWanted(context, request), { headers: wantedHeaders(request) })
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  visitorsOnly(args)
  return fetchWanted(args)
}
clientLoader.hydrate = true as const

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Login')

export default function LoginPage({ loaderData: wanted }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const [known] = useState(handedOver)
  useEffect(() => forgetHandedOver, [])
  useSessionLossNotice()
  return (
    <AuthPanel
      title="Welcome Back!"
      subtitle="Sign in to access your account"
      footer={
        <>
          <span className="block pb-2">Don't have an account?</span>
          <ButtonLink variant="secondary" wide to={{ pathname: paths.register, search }}>
            Sign up
          </ButtonLink>
        </>
      }
    >
      <WantedNote event={wanted} />
      <LoginForm
        known={known}
        goesOn={wanted !== null}
        onSignedIn={() => navigate(nextPath(params), { replace: true })}
      />
      <CodeSignIn />
      <GoogleSignIn />
    </AuthPanel>
  )
}

/** Only where mails reach people. */
function CodeSignIn() {
  const { email_sign_in: mailsCodes } = useSite()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const next = nextPath(params)
  if (!mailsCodes) return null

  async function handleSignedIn() {
    notify.success('Successfully logged in!', { travels: true })
    await navigate(next, { replace: true })
  }

  return (
    <>
      <Button variant="secondary" wide onClick={() => setOpen(true)}>
        Email me a code
      </Button>
      <EmailSignIn
        open={open}
        title="Sign in by email"
        asksName={false}
        next={next}
        onSignedIn={handleSignedIn}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
