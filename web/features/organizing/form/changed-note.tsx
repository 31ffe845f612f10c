import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'

interface ChangedNoteProps {
  onReopen: () => void
  onSaveAnew: () => void
}

/** Says that the form's draft was saved somewhere else since it was opened here. Either is kept, none is overwritten. */
export function ChangedNote({ onReopen, onSaveAnew }: ChangedNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  // Whoever has pressed a button below the form would not see what stands above it.
  useEffect(() => note.current?.focus(), [])

  return (
    <div ref={note} tabIndex={-1} role="alert" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <p className="flex gap-3">
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-accent-ink" />
        <span>
          This draft was saved in another tab or on another device after you opened it here. Save what is here as a new
          draft, or open the saved one; what you typed here since is then lost.
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onReopen}>
          Open the saved one
        </Button>
        <Button variant="secondary" onClick={onSaveAnew}>
          Save as a new draft
        </Button>
      </div>
    </div>
  )
}
