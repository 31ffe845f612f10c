import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '#web/lib/notices/notice.tsx'
import { useHydrated } from '#web/lib/page/hydrated.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { offerGoogle } from './google-identity.ts'

interface GoogleButtonProps {
  clientId: string
  /** Called with the ID token that Google issued. */
  onCredential: (token: string) => void
}

/** How long a press waits for Google's script, in milliseconds. */
const timeoutMs = 10_000

/**
 * Google's own button, with one-tap beside it while it is on the screen. As long as Google's script is not there, our
 * own button stands in its stead: each press tries to load the script again, and only a press reports a failure.
 */
export function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const offer = useRef<() => Promise<void>>(null)
  const [isThere, setThere] = useState(false)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const handleAnswer = useEffectEvent((credential: string | undefined) => {
    if (credential) onCredential(credential)
    else tellFailure()
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
      // Nobody has pressed the button yet, so nothing is reported.
    })
    return () => {
      over.abort()
      setThere(false)
    }
  }, [clientId])

  async function handlePress() {
    setBusy(true)
    try {
      await Promise.race([offer.current?.(), afterTimeout()])
    } catch {
      tellFailure()
    }
    setBusy(false)
  }

  return (
    <div className="grid min-h-11">
      {/* Google's frame knows no dark; in a dark page a browser would put white behind it. */}
      <div ref={place} className="flex scheme-light justify-center overflow-hidden" />
      {isThere ? null : (
        <Button variant="secondary" wide disabled={!hydrated} busy={busy && 'Reaching Google...'} onClick={handlePress}>
          Sign in with Google
        </Button>
      )}
    </div>
  )
}

function tellFailure(): void {
  notify.failure('Google Sign In was unsuccessful. Please try again.')
}

function afterTimeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Google did not answer in time.')), timeoutMs))
}
