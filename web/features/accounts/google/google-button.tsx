import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '#web/lib/notices/notice.tsx'
import { offerGoogle } from './google-identity.ts'

interface GoogleButtonProps {
  clientId: string
  /** Given the ID token that Google made out. */
  onCredential: (token: string) => void
}

/** Google's own button, and one-tap beside it while the button is on the screen. */
export function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const handleAnswer = useEffectEvent((credential: string | undefined) => {
    if (credential) onCredential(credential)
    else notify.failure('Google Sign In was unsuccessful. Please try again.')
  })

  useEffect(() => {
    if (place.current) return offerGoogle(clientId, place.current, (credential) => handleAnswer(credential))
  }, [clientId])

  return <div ref={place} className="flex min-h-11 justify-center overflow-hidden" />
}
