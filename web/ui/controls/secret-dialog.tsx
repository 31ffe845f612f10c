import { Copy } from 'lucide'
import * as m from '#messages/ui.json'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  /** Null while the dialog is closed. */
  secret: string | null
  title: string
  /** What to do with the secret. */
  advice: string
  copyLabel: string
  /** The notice after copying. */
  copied: string
  onClose: () => void
}

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ secret, title, advice, copyLabel, copied, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open={secret !== null}
      title={title}
      onClose={onClose}
      actions={
        <Button onClick={() => copyWithNotice(secret ?? '', copied, m.notCopied)}>
          <Icon icon={Copy} />
          {copyLabel}
        </Button>
      }
    >
      <p className="text-ink-soft">{advice}</p>
      <p className="rounded-md bg-sunken px-4 py-3 text-sm break-all">{secret}</p>
    </Dialog>
  )
}
