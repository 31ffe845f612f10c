import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/sign-in.json'
import { useAction } from '#web/lib/api/use-action.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath, nextPath } from '#web/lib/session/login-path.ts'
import { Button } from '#web/ui/controls/button.tsx'
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
      notify.success(m.loggedIn, { showOnNextPage: true })
      await onSignedIn(complete ? next : loginPath(next, paths.completeProfile))
    }, m.authenticationFailed)

  return (
    <>
      <div className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.or}
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
    else notify.failure(m.googleFailed)
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
      () => m.googleFailed,
    )

  return (
    <div className="grid min-h-11">
      {/* Google's frame has no dark mode; on a dark page a browser would put white behind it. */}
      <div ref={place} className="flex scheme-light justify-center overflow-hidden" />
      {isThere ? null : (
        <Button variant="secondary" wide disabled={!hydrated} busy={busy && m.googleReaching} onClick={handlePress}>
          {m.googleSignIn}
        </Button>
      )}
    </div>
  )
}

function afterTimeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Google did not answer in time.')), timeoutMs))
}

/** The part of Google's sign-in library that is used here:
 *  https://developers.google.com/identity/gsi/web/reference/js-reference */
interface GoogleIdentity {
  initialize(options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    context: 'signin'
    itp_support: boolean
    use_fedcm_for_prompt: boolean
  }): void
  renderButton(place: HTMLElement, look: Record<string, string | number>): void
  prompt(): void
  cancel(): void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
  }
}

const source = 'https://accounts.google.com/gsi/client'

const look = {
  theme: 'outline',
  size: 'large',
  shape: 'pill',
  text: 'continue_with',
  logo_alignment: 'center',
  locale: pageLanguage,
}

let library: Promise<GoogleIdentity> | null = null
let listener: ((credential: string | undefined) => void) | null = null

/** Renders Google's button into `place` and offers one-tap, until `end` aborts. `onAnswer` gets the ID token, or
 *  undefined if Google issues none. Throws if the library cannot be loaded. */
async function offerGoogle(
  clientId: string,
  place: HTMLElement,
  onAnswer: (credential: string | undefined) => void,
  end: AbortSignal,
): Promise<void> {
  const google = await load(clientId)
  if (end.aborted) return
  listener = onAnswer
  // Google draws no button wider than 400 pixels.
  google.renderButton(place, { ...look, width: Math.min(400, place.clientWidth) })
  google.prompt()
  end.addEventListener('abort', () => {
    if (listener === onAnswer) listener = null
    google.cancel()
    place.replaceChildren()
  })
}

/** The library is loaded and given our client id only once, however often the login page is opened. */
function load(clientId: string): Promise<GoogleIdentity> {
  library ??= addScript().then((google) => {
    google.initialize({
      client_id: clientId,
      callback: ({ credential }) => listener?.(credential),
      context: 'signin',
      itp_support: true,
      use_fedcm_for_prompt: true,
    })
    return google
  })
  // After a failure the next call loads it again.
  library.catch(() => {
    library = null
  })
  return library
}

function addScript(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.onload = () => {
      const google = window.google?.accounts.id
      if (google) resolve(google)
      else script.onerror?.('no library')
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('Google did not answer.'))
    }
    document.head.append(script)
  })
}
