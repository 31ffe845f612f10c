import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface LeaveDoorProps {
  /** Where it leads to. */
  to: string
  /** How many scans wait to be sent. */
  waiting: number
}

/** The one way out of the door. Leaving is asked about, by this control and by going back alike; closing the page is asked
 *  about by the browser, in its own words, while scans wait. */
export function LeaveDoor({ to, waiting }: LeaveDoorProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  const navigate = useNavigate()
  const isWaiting = waiting > 0

  useEffect(() => {
    if (!isWaiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWaiting])

  return (
    <>
      <Button variant="secondary" className="min-h-12 px-4" onClick={() => void navigate(to)}>
        <LogOut aria-hidden className="size-5" />
        Leave the door
      </Button>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title="Leave the door?"
        confirmLabel="Leave"
        keepLabel="Stay"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <p>{left(waiting)}</p>
      </ConfirmDialog>
    </>
  )
}

/** Where the door's page leads when it is left: helpers may not see the event, and without a network only the code of the
 *  home page is kept on the phone. */
export function wayOut(isOwner: boolean, eventId: number, online: boolean): string {
  return isOwner && online ? paths.event(eventId) : paths.home
}

function left(waiting: number): string {
  if (waiting === 0) return 'This phone checks nobody in until the door is opened here again.'
  return waiting === 1
    ? '1 scan waits to be sent. It stays on this phone, and is sent when this door is opened here again.'
    : `${waiting} scans wait to be sent. They stay on this phone, and are sent when this door is opened here again.`
}
