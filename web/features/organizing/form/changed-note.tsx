import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { DraftChange } from '#web/features/organizing/draft/use-saved-draft.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface ChangedNoteProps {
  kind: DraftChange['kind']
  /** Never rejects. */
  onReopen: () => Promise<void>
  onSaveAnew: () => void
}

const words = {
  saved:
    'This draft was saved in another tab or on another device after you opened it here. Save what is here as a new draft, or open the saved one; what you typed here since is then lost.',
  published:
    'This draft was published already: look at My Events first. What is here can still be saved as a new draft.',
}

/** Says that the form's draft was saved somewhere else since it was opened here, or published. Either is kept, none is
 *  overwritten, and none is published twice. */
export function ChangedNote({ kind, onReopen, onSaveAnew }: ChangedNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const [opening, setOpening] = useState(false)
  // Whoever has pressed a button below the form would not see what stands above it.
  useEffect(() => note.current?.focus(), [])

  async function handleReopen() {
    setOpening(true)
    await onReopen()
    setOpening(false)
    setAsking(false)
  }

  return (
    <>
      <div ref={note} tabIndex={-1} role="alert" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
        <p className="flex gap-3">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-accent-ink" />
          <span>{words[kind]}</span>
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {kind === 'saved' ? (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              Open the saved one
            </Button>
          ) : (
            <ButtonLink to={paths.myEvents} variant="quiet">
              My Events
            </ButtonLink>
          )}
          <Button variant="secondary" onClick={onSaveAnew}>
            Save as a new draft
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        title="Open the saved one?"
        confirmLabel="Open the saved one"
        busy={opening && 'Opening...'}
        onConfirm={handleReopen}
        onClose={() => setAsking(false)}
      >
        What you typed here since, and the image you chose here, are lost.
      </ConfirmDialog>
    </>
  )
}
