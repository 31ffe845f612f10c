import { Copy } from 'lucide-react'
import * as m from '#messages/ui.json'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Button } from './button.tsx'

interface CopyNumberProps {
  digits: string
  /** The button's accessible name if a page has several: 'Copy number of Malee Suksan'. */
  name?: string
}

export function CopyNumber({ digits, name }: CopyNumberProps) {
  const handleCopy = () => copyWithNotice(digits, m.numberCopied, m.numberNotCopied)
  return (
    <Button variant="quiet" onClick={handleCopy} aria-label={name} className="print:hidden">
      <Copy aria-hidden className="size-5" />
      {m.copyNumber}
    </Button>
  )
}
