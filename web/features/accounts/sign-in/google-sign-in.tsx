import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useHydrated } from '#web/lib/page/hydrated.ts'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath, nextPath } from '#web/lib/session/login-path.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { offerGoogle } from './google-identity.ts'
import { signInWithGoogle } from './sign-in.ts'

/** Below a divider; nothing if the operator has set no client id. `onSignedIn` gets the path to go on to. */
export function GoogleSignIn({ onSignedIn }: { onSignedIn: (path: string) => unknown }) {
  const { google_client_id: clientId } = useSite()
  const [params] = useSearchParams()
  const { run, busy } = useAction()
  if (clientId === '') return null

  const handleCredential = (token: string) =>
    run(async () => {
      const { complete } = await signInWithGoogle(token)
      const next = nextPath(params)
      notify.success('Successfully logged in!', { travels: true })
      await onSignedIn(complete ? next : loginPath(next, paths.completeProfile))
    }, 'Authentication failed. Please try again.')

  return (
    <>
      <div className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        OR
      </div>
      <div inert={busy} className={busy ? 'opacity-60' : undefined}>
        <GoogleButton clientId={clientId} onCredential={handleCredential} />
      </div>
    </>
  )
}

interface GoogleButtonProps {
  clientId: string
  /** Called with the ID token that Google issued. */
  onCredential: (token: string) => void
}

/** How long a press waits for Google's script, in milliseconds. */
const timeoutMs = 10_000

/** Google's own button, with one-tap while it is shown. Until Google's script has loaded, our own button is shown: a press
 *  tries to load it again, and only a press reports a failure. */
export function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const offer = useRef<() => Promise<void>>(null)
  const [isThere, setThere] = useState(false)
  const { run, busy } = useAction()
  const hydrated = useHydrated()
  const handleAnswer = useEffectEvent((credential: string | undefined) => {
    if (credential) onCredential(credential)
    else notify.failure(failure)
  })

  useEffect(() => {
    const over = new AbortController()
    let running: Promise<void> | null = null
    offer.current = () => {
      running ??= drawn().catch((error) => {
        running = null
        throw error
      })
      return running
    }
    async function drawn() {
      if (!place.current) return
      await offerGoogle(clientId, place.current, (credential) => handleAnswer(credential), over.signal)
      if (!over.signal.aborted) setThere(true)
    }
    offer.current().catch(() => {
      // Nobody has pressed the button yet.
    })
    return () => {
      over.abort()
      setThere(false)
    }
  }, [clientId])

  const handlePress = () =>
    run(
      async () => Promise.race([offer.current?.(), afterTimeout()]),
      () => failure,
    )

  return (
    <div className="grid min-h-11">
      {/* Google's frame has no dark mode; on a dark page a browser would put white behind it. */}
      <div ref={place} className="flex scheme-light justify-center overflow-hidden" />
      {isThere ? null : (
        <Button variant="secondary" wide disabled={!hydrated} busy={busy && 'Reaching Google...'} onClick={handlePress}>
          Sign in with Google
        </Button>
      )}
    </div>
  )
}

const failure = 'Google Sign In was unsuccessful. Please try again.'

function afterTimeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Google did not answer in time.')), timeoutMs))
}
