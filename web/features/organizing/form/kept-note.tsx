import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
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
