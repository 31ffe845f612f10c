import { Copy } from 'lucide'
import * as m from '#messages/ui.json'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
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
      <Icon icon={Copy} />
      {m.copyNumber}
    </Button>
  )
}
