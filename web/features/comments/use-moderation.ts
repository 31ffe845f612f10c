import { useCallback, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { dismissReports, hideComment, listReports, type ReportedComment } from '#contract/comments/moderation.ts'
import * as m from '#messages/comments-moderation.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import type { Comments } from './use-comments.ts'

interface Moderated {
  eventId: number
  isModerator: boolean
  /** The number of reported comments; null until it is loaded. */
  reportCount: number | null
  comments: Comments
  /** Announces an action's result to screen readers. */
  announce: (text: string) => void
}

/** Moderation of an event's comments: the moderators' reports, and the dialogs to report a comment or block its author. */
export function useModeration({ eventId, isModerator, reportCount, comments, announce }: Moderated) {
  const [reports, setReports] = useState<ReportedComment[]>([])
  const [problem, setProblem] = useState('')
  const [reported, askReport] = useState<Comment | null>(null)
  const [blocked, askBlock] = useState<Comment | null>(null)

  const load = useCallback(async () => {
    try {
      setReports(await call(listReports, { params: { eventId } }))
      setProblem('')
    } catch (error) {
      // The comments work without the reports, so only the list of reports shows the error.
      setProblem(messageOf(error, m.reportsFailed))
    }
  }, [eventId])
  const shown = useRef(0)
  useEffect(() => {
    shown.current = reports.length
  })
  useEffect(() => {
    if (isModerator && reportCount !== shown.current) void load()
  }, [isModerator, load, reportCount])

  const settled = (id: number) => setReports((before) => before.filter(({ comment }) => comment.id !== id))

  async function hide(comment: Comment, hidden: boolean) {
    const attempt = `hide comment ${comment.id}`
    try {
      comments.changed(await call(hideComment, { params: { commentId: comment.id }, body: { hidden } }))
      settle(attempt)
      if (hidden) settled(comment.id)
      announce(hidden ? m.hidden : m.shown)
    } catch (error) {
      notify.failure(messageOf(error, m.changeFailed), { attempt })
    }
  }

  /** Throws ApiError. */
  async function dismiss({ id }: Comment) {
    await call(dismissReports, { params: { commentId: id } })
    settled(id)
    announce(m.dismissed)
  }

  // The list ends after 100.
  const total = reportCount ?? reports.length
  return { reports, total, problem, loadReports: load, hide, dismiss, reported, askReport, blocked, askBlock }
}

export type Moderation = ReturnType<typeof useModeration>
