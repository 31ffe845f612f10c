import { useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { blockPerson } from '#contract/comments/moderation.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface BlockDialogProps {
  /** The comment whose author is to be blocked; null while the dialog is closed. */
  comment: Comment | null
  onClose: () => void
}

export function BlockDialog({ comment, onClose }: BlockDialogProps) {
  const [busy, setBusy] = useState(false)

  async function handleConfirm() {
    if (comment === null) return
    setBusy(true)
    try {
      const { username } = await call(blockPerson, { params: { userId: comment.user.id } })
      notify.success(`${username} is blocked.`)
      onClose()
    } catch (error) {
      notify.failure(messageOf(error, 'The person could not be blocked. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <ConfirmDialog
      open={comment !== null}
      title={comment ? `Block ${comment.user.username}?` : ''}
      confirmLabel="Block"
      keepLabel="Cancel"
      busy={busy && 'Blocking...'}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        They will no longer be able to comment on your events or to apply for them. Tickets that they hold stay valid,
        and so do their comments, which you can hide.
      </p>
    </ConfirmDialog>
  )
}
