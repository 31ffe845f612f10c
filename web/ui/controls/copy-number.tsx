import { Copy } from 'lucide-react'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Button } from './button.tsx'

interface CopyNumberProps {
  digits: string
  /** The button's accessible name if a page has several: 'Copy number of Malee Suksan'. */
  name?: string
}

export function CopyNumber({ digits, name }: CopyNumberProps) {
  const handleCopy = () => copyWithNotice(digits, 'Number copied to clipboard!', 'The number could not be copied.')
  return (
    <Button variant="quiet" onClick={handleCopy} aria-label={name} className="print:hidden">
      <Copy aria-hidden className="size-5" />
      Copy number
    </Button>
  )
}
