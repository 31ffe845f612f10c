import { Ban, Flag, MessageCircle, MessageCircleOff, Settings2 } from 'lucide'
import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Comment } from '#contract/comments/comments.ts'
import {
  type BlockedPerson,
  closeComments,
  listBlocked,
  type ReportedComment,
  unblockPerson,
} from '#contract/comments/moderation.ts'
import { counted, fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments-moderation.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Menu, MenuButton } from '#web/ui/controls/menu.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import { usePanel } from './panel-context.ts'
import type { Moderation } from './use-moderation.ts'

interface ManageCommentsProps {
  event: { id: number; comments_closed: boolean; is_called_off: boolean }
  moderation: Moderation
}

/** The moderators' controls beside the heading of the comments. */
export function ManageComments({ event, moderation }: ManageCommentsProps) {
  const [shown, setShown] = useState<'reports' | 'blocked' | null>(null)
  const { revalidate } = useRevalidator()
  const { total, loadReports } = moderation
  const { isOwner } = usePanel()
  const { run } = useAction()
  const closed = event.comments_closed

  async function close() {
    const { message } = await call(closeComments, { params: { eventId: event.id }, body: { closed: !closed } })
    await revalidate()
    notify.success(message)
  }

  return (
    <div className="flex items-center gap-2">
      {total > 0 ? <Badge tone="warning">{counted(total, m.reportedCount_one, m.reportedCount_other)}</Badge> : null}
      <Menu label={m.manage} trigger={<Icon icon={Settings2} />} triggerClassName="icon-button -mr-3">
        <MenuButton
          icon={Flag}
          onClick={() => {
            setShown('reports')
            void loadReports()
          }}
        >
          {m.reportedComments}
        </MenuButton>
        {isOwner ? (
          <MenuButton icon={Ban} onClick={() => setShown('blocked')}>
            {m.blockedPeople}
          </MenuButton>
        ) : null}
        {event.is_called_off ? null : (
          <MenuButton
            icon={closed ? MessageCircle : MessageCircleOff}
            onClick={() => run(close, m.commentsChangeFailed)}
          >
            {closed ? m.openComments : m.closeComments}
          </MenuButton>
        )}
      </Menu>
      <Dialog open={shown === 'reports'} title={m.reportedComments} onClose={() => setShown(null)}>
        <ReportedComments moderation={moderation} />
      </Dialog>
      <Dialog open={shown === 'blocked'} title={m.blockedPeople} onClose={() => setShown(null)}>
        <BlockedPeople />
      </Dialog>
    </div>
  )
}

/** The event's reported comments, each with buttons to dismiss its reports or to hide it. */
function ReportedComments({ moderation }: { moderation: Moderation }) {
  const { reports, problem, loadReports } = moderation
  if (problem) return <LoadFailure text={problem} onAgain={loadReports} />
  return (
    <>
      <p role="status" className="text-ink-soft">
        {reports.length === 0 ? m.noReports : m.reportsAnonymous}
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
  const { run, running } = useAction()
  const decide = (how: 'dismiss' | 'hide') =>
    run(() => (how === 'hide' ? moderation.hide(comment, true) : moderation.dismiss(comment)), m.dismissFailed, how)

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" busy={running === 'dismiss' && m.dismissing} onClick={() => decide('dismiss')}>
        {m.dismiss}
      </Button>
      <Button variant="danger" busy={running === 'hide' && m.hiding} onClick={() => decide('hide')}>
        {m.hide}
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
        {counted(total, m.peopleReported_one, m.peopleReported_other)}
        <TimeAgo iso={reported_at} className="text-ink-soft" />
      </p>
      {reasons.length > 0 ? (
        <ul aria-label={m.reasons} className="flex flex-col gap-1 text-sm text-ink-soft">
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

/** The people blocked from all the organizer's events, each with a button to unblock them. */
function BlockedPeople() {
  const [people, setPeople] = useState<BlockedPerson[] | null>(null)
  const [problem, setProblem] = useState('')
  const { run, running } = useAction()

  const load = useCallback(() => {
    setProblem('')
    call(listBlocked).then(setPeople, (error) => setProblem(messageOf(error, m.listFailed)))
  }, [])
  useEffect(load, [load])

  async function unblock(id: number) {
    await call(unblockPerson, { params: { userId: id } })
    setPeople((before) => before?.filter((person) => person.id !== id) ?? null)
  }

  if (problem) return <LoadFailure text={problem} onAgain={load} />
  if (people === null) return <Skeleton className="h-14" />
  return (
    <>
      <p role="status" className="text-ink-soft">
        {people.length === 0 ? m.blockedNobody : m.blockedPeopleHint}
      </p>
      <ul className="relative -mx-2 min-h-0 flex-1 divide-y divide-line overflow-y-auto px-2">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-3">
            <Avatar picture={person.profile_picture} name={person.username} className="size-11 shrink-0" />
            <bdi className="min-w-0 flex-1 font-medium wrap-anywhere">{person.username}</bdi>
            <Button
              variant="secondary"
              busy={running === person.username && m.unblocking}
              onClick={() => run(() => unblock(person.id), m.unblockFailed, person.username)}
              aria-label={fill(m.unblockNamed, { username: person.username })}
            >
              {m.unblock}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
