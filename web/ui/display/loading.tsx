import { LoaderCircle } from 'lucide'
import { useEffect, useState } from 'react'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from './classes.ts'
import { Mark } from './mark.tsx'

const messages = [m.preparing, m.loadingDetails, m.magic, m.almostThere]
const messageMs = 2_000

/** Shown when a navigation takes more than half a second. */
export function LoadingScreen() {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => (now + 1) % messages.length), messageMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div role="status" className="grid min-h-[60vh] place-content-center justify-items-center gap-6 p-8 text-center">
      <Mark className="size-16 animate-pulse" />
      <p className="text-lg text-ink-soft">{messages[step]}</p>
    </div>
  )
}

/** A grey placeholder for content that is loading; give it a size. Say 'Loading...' once beside a group of them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunken', className)} />
}

/** Use it beside a text that says what is loading. */
export function Spinner() {
  return <Icon icon={LoaderCircle} className="shrink-0 animate-spin" />
}
