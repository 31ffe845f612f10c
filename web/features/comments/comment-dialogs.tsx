import { useRef } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { blockPerson, reportComment, reportReasonMax } from '#contract/comments/moderation.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

interface ReportDialogProps {
  /** The comment to report; null while the dialog is closed. */
  comment: Comment | null
  onClose: () => void
}

export function ReportDialog({ comment, onClose }: ReportDialogProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const { run, busy } = useAction()

  async function report() {
    if (comment === null) return
    const body = { reason: reason.current?.value ?? '' }
    await call(reportComment, { params: { commentId: comment.id }, body })
    notify.success('Thank you. The organizer will look at this comment.')
    onClose()
  }

  const handleReport = () => run(report, 'The comment could not be reported. Please try again.')

  return (
    <Dialog
      open={comment !== null}
      title="Report this comment"
      onClose={onClose}
      hasCancel
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={handleReport} busy={busy && 'Reporting...'}>
            Report
          </Button>
        </>
      }
    >
      <p dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere text-ink-soft">
        {comment?.content}
      </p>
      <Field label="What is wrong with it?" hint="Optional. The author cannot see who reported it.">
        {(control) => <TextArea {...control} ref={reason} rows={3} maxLength={reportReasonMax} />}
      </Field>
    </Dialog>
  )
}

interface BlockDialogProps {
  /** The comment whose author to block; null while the dialog is closed. */
  comment: Comment | null
  onClose: () => void
}

export function BlockDialog({ comment, onClose }: BlockDialogProps) {
  const { run, busy } = useAction()

  async function block() {
    if (comment === null) return
    const { username } = await call(blockPerson, { params: { userId: comment.user.id } })
    notify.success(`${username} is blocked.`)
    onClose()
  }

  const handleConfirm = () => run(block, 'The person could not be blocked. Please try again.')

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
        They will no longer be able to comment on your events or apply for them. Their tickets stay valid. Their
        comments stay too, but you can hide them.
      </p>
    </ConfirmDialog>
  )
}

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
      {comment && comment.total_replies > 0 ? <p className="pt-2 text-ink">Its replies are deleted too.</p> : null}
    </ConfirmDialog>
  )
}
