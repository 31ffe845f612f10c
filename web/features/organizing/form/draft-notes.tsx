import { History, TriangleAlert } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-form.json'
import type { DraftConflict } from '#web/features/organizing/draft/use-saved-draft.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface LocalDraftNoteProps {
  /** Whether starting over returns to the draft saved on the server. */
  saved: boolean
  /** The event was changed after this was typed. */
  isOutdated: boolean
  onStartOver: () => void
}

/** Above a form that shows what is saved on this device. */
export function LocalDraftNote({ saved, isOutdated, onStartOver }: LocalDraftNoteProps) {
  const [asking, setAsking] = useState(false)
  const startOver = saved ? m.backToDraft : m.startOver
  const text = saved ? m.localDraftSinceSave : m.localDraft

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-accent-soft pr-1 pl-3 max-sm:text-sm sm:py-2 sm:pr-2 sm:pl-4">
      <Icon icon={History} className="shrink-0 text-accent-ink max-sm:hidden" />
      <p className="min-w-40 flex-1 py-1.5 max-sm:leading-snug">{isOutdated ? m.localDraftOutdated : text}</p>
      <Button variant="quiet" className="ml-auto max-sm:px-3" onClick={() => setAsking(true)}>
        {startOver}
      </Button>
      <ConfirmDialog
        open={asking}
        title={saved ? m.backToDraftQuestion : m.startOverQuestion}
        confirmLabel={startOver}
        onConfirm={onStartOver}
        onClose={() => setAsking(false)}
      >
        {saved ? m.backToDraftLoss : m.startOverLoss}
      </ConfirmDialog>
    </div>
  )
}

interface ChangedNoteProps {
  kind: DraftConflict['kind']
  onReopen: () => Promise<void>
  onSaveAsNew: () => void
}

const problems: Record<DraftConflict['kind'], string> = {
  saved: m.draftChanged,
  published: m.draftPublished,
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
    await run(onReopen, m.draftNotOpened)
    setAsking(false)
  }

  return (
    <>
      <div ref={note} tabIndex={-1} role="alert" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
        <p className="flex gap-3">
          <Icon icon={TriangleAlert} className="shrink-0 text-accent-ink" />
          <span>{problems[kind]}</span>
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {kind === 'saved' ? (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {m.openSaved}
            </Button>
          ) : (
            <ButtonLink to={paths.myEvents} variant="quiet">
              {common.myEvents}
            </ButtonLink>
          )}
          <Button variant="secondary" onClick={onSaveAsNew}>
            {m.saveAsNewDraft}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        title={m.openSavedQuestion}
        confirmLabel={m.openSaved}
        busy={busy && m.opening}
        onConfirm={handleReopen}
        onClose={() => setAsking(false)}
      >
        {m.openSavedLoss}
      </ConfirmDialog>
    </>
  )
}
