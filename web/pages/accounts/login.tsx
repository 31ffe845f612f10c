import { useEffect, useState } from 'react'
import { data, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as passkeys from '#messages/passkeys.json'
import * as m from '#messages/sign-in.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { GoogleSignIn } from '#web/features/accounts/sign-in/google-sign-in.tsx'
import { LineSignIn } from '#web/features/accounts/sign-in/line.tsx'
import { LoginForm, useSessionLossNotice } from '#web/features/accounts/sign-in/login-form.tsx'
import { forgetHandedOver, handedOver, visitorsOnly } from '#web/features/accounts/sign-in/sign-in.ts'
import { fetchWanted, loadWanted, WantedNote, wantedHeaders } from '#web/features/events/detail/wanted-event.tsx'
import { useHydrated } from '#web/lib/hydrated.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import type { Route } from './+types/login.ts'

const EmailSignIn = onDemand(
  async () => (await import('#web/features/accounts/sign-in/email-sign-in.tsx')).EmailSignIn,
  ({ open }) => open,
)

const loadPasskeys = () => import('#web/features/accounts/sign-in/passkeys.tsx')
const PasskeySignIn = onDemand(async () => (await loadPasskeys()).PasskeySignIn)
const PasskeyOffer = onDemand(async () => (await loadPasskeys()).PasskeyOffer)

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await loadWanted(context, request), { headers: wantedHeaders(request) })
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  visitorsOnly(args)
  return fetchWanted(args)
}
clientLoader.hydrate = true as const

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, common.login)

export default function LoginPage({ loaderData: wanted }: Route.ComponentProps) {
  const { search } = useLocation()
  const [params] = useSearchParams()
  const [known] = useState(handedOver)
  const { url } = useSite()
  const navigate = useNavigate()
  /** Where to go after the offer of a passkey; null before. */
  const [after, setAfter] = useState<string | null>(null)
  useEffect(() => forgetHandedOver, [])
  useSessionLossNotice()
  const next = nextPath(params)
  const goOn = (to: string) => navigate(to, { replace: true })

  useEffect(() => {
    if (after !== null) return
    // Another tab has signed in, for example by the mailed link.
    const follow = () => {
      if (readSession() !== null) void navigate(next, { replace: true })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [after, next, navigate])

  async function handleSignedIn(to = next) {
    // People on their way to an event go on at once.
    const isOffered = wanted === null && (await offersPasskey(url))
    if (isOffered) setAfter(to)
    else await goOn(to)
  }

  if (after !== null) {
    return (
      <AuthPanel title={passkeys.offerTitle}>
        <PasskeyOffer onDone={() => goOn(after)} />
      </AuthPanel>
    )
  }
  return (
    <AuthPanel
      title={m.welcomeBack}
      subtitle={m.signInIntro}
      footer={
        <>
          <span className="block pb-2">{m.noAccount}</span>
          <ButtonLink variant="secondary" wide to={{ pathname: paths.register, search }}>
            {m.signUp}
          </ButtonLink>
        </>
      }
    >
      <WantedNote event={wanted} />
      <LoginForm known={known} goesOn={wanted !== null} onSignedIn={() => handleSignedIn()} />
      <PasskeySignIn
        onSignedIn={() => {
          notify.success(m.loggedIn, { showOnNextPage: true })
          return goOn(next)
        }}
      />
      <CodeSignIn onSignedIn={() => handleSignedIn()} />
      <LineSignIn next={next} />
      <GoogleSignIn onSignedIn={handleSignedIn} />
    </AuthPanel>
  )
}

/** In milliseconds: signing in is done, so nobody waits long for what follows. */
const timeoutMs = 3_000

async function offersPasskey(siteUrl: string): Promise<boolean> {
  const asked = loadPasskeys().then(
    ({ wantsOffer }) => wantsOffer(siteUrl),
    () => false,
  )
  return Promise.race([asked, new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false))])
}

/** Only where mails reach people. */
function CodeSignIn({ onSignedIn }: { onSignedIn: () => unknown }) {
  const { email_sign_in: mailsCodes } = useSite()
  const [params] = useSearchParams()
  const [open, setOpen] = useState(false)
  const hydrated = useHydrated()
  if (!mailsCodes) return null

  async function handleSignedIn() {
    setOpen(false)
    notify.success(m.loggedIn, { showOnNextPage: true })
    await onSignedIn()
  }

  return (
    <>
      <Button variant="secondary" wide disabled={!hydrated} onClick={() => setOpen(true)}>
        {m.emailMeCode}
      </Button>
      <EmailSignIn
        open={open}
        title={m.signInByEmail}
        asksName={false}
        next={nextPath(params)}
        onSignedIn={handleSignedIn}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
