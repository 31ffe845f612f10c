import { Bell, BellRing } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useOpeningWish } from './use-opening-wish.ts'

/** Offers one mail when registration opens, and takes it back where it was asked for. */
export function OpeningWish({ eventId }: { eventId: number }) {
  const { isWished, busy, toggle } = useOpeningWish(eventId)
  const words = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p id={words} role="status" className={isWished ? 'flex min-w-0 flex-1 items-center gap-2' : 'sr-only'}>
        {isWished ? (
          <>
            <BellRing aria-hidden className="size-5 shrink-0 text-accent-ink" />
            We will tell you when it opens.
          </>
        ) : null}
      </p>
      {/* One button, so that the focus stays on it. */}
      <Button
        variant="secondary"
        wide={!isWished}
        busy={busy && 'Saving...'}
        onClick={toggle}
        aria-describedby={isWished ? words : undefined}
      >
        {isWished ? null : <Bell aria-hidden className="size-5" />}
        {isWished ? 'Undo' : 'Tell me when it opens'}
      </Button>
    </div>
  )
}
