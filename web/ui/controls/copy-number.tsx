import { Copy } from 'lucide-react'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Button } from './button.tsx'

interface CopyNumberProps {
  digits: string
  /** The whole name of the button where there are several: 'Copy number of Malee Suksan'. */
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
