import { History, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { DraftChange } from '#web/features/organizing/draft/use-saved-draft.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface KeptNoteProps {
  /** Whether starting over leads back to a draft that is saved on the server. */
  saved: boolean
  onStartOver: () => void
}

/** A note above a form that shows what this browser has kept. */
export function KeptNote({ saved, onStartOver }: KeptNoteProps) {
  const [asking, setAsking] = useState(false)
  const startOver = saved ? 'Back to the draft' : 'Start over'

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-accent-soft pr-1 pl-3 max-sm:text-sm sm:py-2 sm:pr-2 sm:pl-4">
      <History aria-hidden className="size-5 shrink-0 text-accent-ink max-sm:hidden" />
      <p className="min-w-40 flex-1 py-1.5 max-sm:leading-snug">
        {saved
          ? 'This is what you typed after you last saved the draft. It is kept on this device alone.'
          : 'This is what you typed earlier. It is kept on this device until you send it.'}
      </p>
      <Button variant="quiet" className="ml-auto max-sm:px-3" onClick={() => setAsking(true)}>
        {startOver}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`${startOver}?`}
        confirmLabel={startOver}
        onConfirm={onStartOver}
        onClose={() => setAsking(false)}
      >
        {saved
          ? 'What you typed since, and the image you chose since, are lost.'
          : 'What you typed, and the image you chose, are lost.'}
      </ConfirmDialog>
    </div>
  )
}

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
