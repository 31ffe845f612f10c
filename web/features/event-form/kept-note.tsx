import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Over a form that shows what was typed earlier. */
export function KeptNote({ onStartOver }: { onStartOver: () => void }) {
  const [shown, setShown] = useState(true)
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
      <Button variant="quiet" onClick={handleStartOver}>
        Start over
      </Button>
    </div>
  )
}
