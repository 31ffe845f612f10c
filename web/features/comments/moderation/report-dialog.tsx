import { useRef, useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { reportComment, reportReasonMax } from '#contract/comments/moderation.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

interface ReportDialogProps {
  /** The comment to report; null while the dialog is closed. */
  comment: Comment | null
  onClose: () => void
}

export function ReportDialog({ comment, onClose }: ReportDialogProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)

  async function handleReport() {
    if (comment === null) return
    setBusy(true)
    try {
      const body = { reason: reason.current?.value ?? '' }
      await call(reportComment, { params: { commentId: comment.id }, body })
      notify.success('Thank you. The organizer will look at this comment.')
      onClose()
    } catch (error) {
      notify.failure(messageOf(error, 'The comment could not be reported. Please try again.'))
    }
    setBusy(false)
  }

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
      <Field label="What is wrong with it?" hint="You need not say. Its author is not told who reported it.">
        {(control) => <TextArea {...control} ref={reason} rows={3} maxLength={reportReasonMax} />}
      </Field>
    </Dialog>
  )
}
