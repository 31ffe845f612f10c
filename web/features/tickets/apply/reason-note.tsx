import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

interface ReasonNoteProps {
  /** The id of the sentences, for the button's `aria-describedby`. */
  id: string
  reasons: string[]
  /** `head` stands above and `children` below the sentences; neither is part of the description. */
  head: ReactNode
  children: ReactNode
}

/** The note below a button: says why it cannot be pressed, or what to know before. */
export function ReasonNote({ id, reasons, head, children }: ReasonNoteProps) {
  if (reasons.length === 0) return null
  return (
    <div className="flex items-start gap-2 rounded-md bg-sunken px-4 py-2.5 text-ink-soft">
      <Info aria-hidden className="mt-1 size-5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        {head}
        <div id={id} className="flex flex-col gap-1 text-pretty">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
        {children}
      </div>
    </div>
  )
}
