import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx'

/** A note above a form that shows a kept draft. */
export function KeptNote({ onStartOver }: { onStartOver: () => void }) {
  const [shown, setShown] = useState(true)
  const [asking, setAsking] = useState(false)
  if (!shown) return null

  function handleStartOver() {
    setShown(false)
    onStartOver()
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-accent-soft py-2 pr-2 pl-4">
      <History aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <p className="min-w-40 flex-1 py-1.5">
        This is what you typed earlier. It is kept on this device until you send it.
      </p>
      <Button variant="quiet" className="ml-auto" onClick={() => setAsking(true)}>
        Start over
      </Button>
      <ConfirmDialog
        open={asking}
        title="Start over?"
        confirmLabel="Start over"
        onConfirm={handleStartOver}
        onClose={() => setAsking(false)}
      >
        What you typed, and the image you chose, are lost.
      </ConfirmDialog>
    </div>
  )
}
