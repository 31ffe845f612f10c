import { History, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { DraftConflict } from '#web/features/organizing/draft/use-saved-draft.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface LocalDraftNoteProps {
  /** Whether starting over returns to the draft saved on the server. */
  saved: boolean
  onStartOver: () => void
}

/** Above a form that shows what is saved on this device. */
export function LocalDraftNote({ saved, onStartOver }: LocalDraftNoteProps) {
  const [asking, setAsking] = useState(false)
  const startOver = saved ? 'Back to the draft' : 'Start over'

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-accent-soft pr-1 pl-3 max-sm:text-sm sm:py-2 sm:pr-2 sm:pl-4">
      <History aria-hidden className="size-5 shrink-0 text-accent-ink max-sm:hidden" />
      <p className="min-w-40 flex-1 py-1.5 max-sm:leading-snug">
        {saved
          ? 'This is what you typed after you last saved the draft. It is saved only on this device.'
          : 'This is what you typed earlier. It is saved on this device until you send it.'}
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
  kind: DraftConflict['kind']
  onReopen: () => Promise<void>
  onSaveAsNew: () => void
}

const messages = {
  saved:
    'This draft was saved in another tab or on another device after you opened it here. Save this version as a new draft, or open the saved one and lose what you typed here since.',
  published: 'This draft has already been published: see My Events. You can still save this version as a new draft.',
}

/** The draft was saved elsewhere or published since it was opened here. Both versions survive, and nothing is
 *  published twice. */
export function ChangedNote({ kind, onReopen, onSaveAsNew }: ChangedNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const { run, busy } = useAction()
  // The buttons are below the form, the note above it.
  useEffect(() => note.current?.focus(), [])

  async function handleReopen() {
    await run(onReopen, 'Failed to open the draft. Please try again.')
    setAsking(false)
  }

  return (
    <>
      <div ref={note} tabIndex={-1} role="alert" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
        <p className="flex gap-3">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-accent-ink" />
          <span>{messages[kind]}</span>
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
          <Button variant="secondary" onClick={onSaveAsNew}>
            Save as a new draft
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        title="Open the saved one?"
        confirmLabel="Open the saved one"
        busy={busy && 'Opening...'}
        onConfirm={handleReopen}
        onClose={() => setAsking(false)}
      >
        What you typed here since, and the image you chose here, are lost.
      </ConfirmDialog>
    </>
  )
}
