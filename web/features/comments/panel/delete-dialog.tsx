import type { Comment } from '#contract/comments/comments.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface DeleteDialogProps {
  /** The comment to delete; null while the dialog is closed. */
  comment: Comment | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function DeleteDialog({ comment, busy, ...answers }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...answers}
      open={comment !== null}
      busy={busy && 'Deleting...'}
      title="Delete this comment?"
      confirmLabel="Delete"
    >
      <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{comment?.content}</p>
      {comment && comment.total_replies > 0 ? (
        <p className="pt-2 text-ink">The replies to it are deleted too.</p>
      ) : null}
    </ConfirmDialog>
  )
}
