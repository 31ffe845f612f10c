import { DoorClosed as DoorIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { readScans } from '#web/features/door/phone/door-storage.ts'
import { errorOf } from '#web/lib/api/api-error.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'

/** Says why this phone cannot check in (any more), what happens to its kept scans, and what to do. */
export function DoorClosed({ error, eventId }: { error: unknown; eventId: number }) {
  const waiting = useWaiting(eventId)
  const known = errorOf(error)
  return (
    <Page width="text" className="flex flex-col items-center gap-4 pt-16 text-center sm:pt-24">
      <span className="rounded-full bg-accent-soft p-4 text-accent-ink">
        <DoorIcon aria-hidden className="size-8" />
      </span>
      <h1 className="text-2xl sm:text-3xl">Check in</h1>
      <p role="alert" className="max-w-md text-lg">
        {errorOf(error)?.message ?? 'Something went wrong on our side. Please try again.'}
      </p>
      {known?.code === 'no_answer' ? (
        <p className="max-w-md text-ink-soft">Open this page once with a network. From then on it works without one.</p>
      ) : null}
      {waiting > 0 ? (
        <p className="max-w-md rounded-md bg-warning-soft px-4 py-3 text-warning">
          {waiting === 1 ? '1 scan waits' : `${waiting} scans wait`} on this device to be sent. Nothing is lost: they
          are sent as soon as somebody opens this door here again.
        </p>
      ) : null}
      {known?.status === 401 ? (
        <ButtonLink to={loginPath(paths.checkIn(eventId))}>Log In</ButtonLink>
      ) : (
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      )}
      <ButtonLink to={paths.home} variant="quiet">
        Leave the door
      </ButtonLink>
    </Page>
  )
}

function useWaiting(eventId: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    readScans(eventId).then(
      (scans) => setCount(scans.filter(({ waiting }) => waiting).length),
      () => {}, // The browser keeps nothing.
    )
  }, [eventId])
  return count
}
