import { useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import type { ReportedComment } from '#contract/comments/moderation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import type { Moderation } from './use-moderation.ts'

/** The reported comments of the event, each to be hidden or left. */
export function ReportedComments({ moderation }: { moderation: Moderation }) {
  const { reports, problem, loadReports } = moderation
  if (problem) return <LoadFailure text={problem} onAgain={loadReports} />
  return (
    <>
      <p role="status" className="text-ink-soft">
        {reports.length === 0
          ? 'There is nothing to look at.'
          : 'Neither you nor its author is told who reported a comment.'}
      </p>
      <ul className="relative -mx-2 min-h-0 flex-1 divide-y divide-line overflow-y-auto px-2">
        {reports.map((report) => (
          <li key={report.comment.id} className="flex flex-col gap-2 py-4">
            <Report report={report} />
            <Decision comment={report.comment} moderation={moderation} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Decision({ comment, moderation }: { comment: Comment; moderation: Moderation }) {
  const [busy, setBusy] = useState<'dismiss' | 'hide' | null>(null)

  async function decide(how: 'dismiss' | 'hide') {
    if (busy) return
    setBusy(how)
    await (how === 'hide' ? moderation.hide(comment, true) : moderation.dismiss(comment))
    setBusy(null)
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" busy={busy === 'dismiss' && 'Dismissing...'} onClick={() => decide('dismiss')}>
        Dismiss
      </Button>
      <Button variant="danger" busy={busy === 'hide' && 'Hiding...'} onClick={() => decide('hide')}>
        Hide
      </Button>
    </div>
  )
}

function Report({ report: { comment, total, reasons, reported_at } }: { report: ReportedComment }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-medium wrap-anywhere">{comment.user.username}</bdi>
        <TimeAgo iso={comment.created_at} className="text-sm text-ink-soft" />
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {comment.content}
      </p>
      <p className="flex flex-wrap gap-x-2 text-sm text-warning">
        {peopleSaid(total)}
        <TimeAgo iso={reported_at} className="text-ink-soft" />
      </p>
      {reasons.length > 0 ? (
        <ul aria-label="Reasons" className="flex flex-col gap-1 text-sm text-ink-soft">
          {reasons.map((reason, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons may be equal, and the list does not change.
            <li key={at} dir="auto" className="border-l-2 border-line pl-3 wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function peopleSaid(count: number): string {
  return count === 1 ? '1 person reported this.' : `${count} people reported this.`
}
