import { useEffect, useState } from 'react'
import { Mark } from './mark.tsx'

const messages = ['Preparing your experience', 'Loading event details', 'Setting up the magic', 'Almost there'] as const
const turn = 2_000

/** The screen for a navigation that takes more than half a second. */
export function LoadingScreen() {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => (now + 1) % messages.length), turn)
    return () => clearInterval(timer)
  }, [])
  return (
    <div role="status" className="grid min-h-[60vh] place-content-center justify-items-center gap-6 p-8 text-center">
      <Mark className="size-16 animate-pulse" />
      <p className="text-lg text-ink-soft">{messages[step]}</p>
    </div>
  )
}
