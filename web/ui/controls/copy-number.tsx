import { Copy } from 'lucide-react'
import { copyText } from '#web/lib/files/clipboard.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from './button.tsx'

interface CopyNumberProps {
  digits: string
  /** The whole name of the button where there are several: 'Copy number of Malee Suksan'. */
  name?: string
}

/** Copies a number that somebody would type into another app. */
export function CopyNumber({ digits, name }: CopyNumberProps) {
  async function handleCopy() {
    try {
      await copyText(digits)
      notify.success('Number copied to clipboard!')
    } catch {
      notify.failure('The number could not be copied.', { needsNetwork: false })
    }
  }
  return (
    <Button variant="quiet" onClick={handleCopy} aria-label={name} className="print:hidden">
      <Copy aria-hidden className="size-5" />
      Copy number
    </Button>
  )
}
