import { useRef } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { blockPerson, reportComment, reportReasonMax } from '#contract/comments/moderation.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments-moderation.json'
import * as common from '#messages/common.json'
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
    notify.success(m.reported)
    onClose()
  }

  const handleReport = () => run(report, m.reportFailed)

  return (
    <Dialog
      open={comment !== null}
      title={m.reportTitle}
      onClose={onClose}
      hasCancel
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {common.discard}
          </Button>
          <Button onClick={handleReport} busy={busy && m.reporting}>
            {m.report}
          </Button>
        </>
      }
    >
      <p dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere text-ink-soft">
        {comment?.content}
      </p>
      <Field label={m.reportQuestion} hint={m.reportQuestionHint}>
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
    notify.success(fill(m.blocked, { username }))
    onClose()
  }

  const handleConfirm = () => run(block, m.blockFailed)

  return (
    <ConfirmDialog
      open={comment !== null}
      title={comment ? fill(m.blockQuestion, { username: comment.user.username }) : ''}
      confirmLabel={m.block}
      keepLabel={common.cancel}
      busy={busy && m.blocking}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{m.blockEffect}</p>
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
      busy={busy && common.deleting}
      title={m.deleteQuestion}
      confirmLabel={common.deleteIt}
    >
      <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{comment?.content}</p>
      {comment && comment.total_replies > 0 ? <p className="pt-2 text-ink">{m.deletesReplies}</p> : null}
    </ConfirmDialog>
  )
}
