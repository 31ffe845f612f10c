import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import { type FirstPage, useComments } from '#web/features/comments/list/use-comments.ts'
import { useModeration } from '#web/features/comments/moderation/use-moderation.ts'
import { replySlot, useDrafts } from '#web/features/comments/writing/drafts.ts'
import { lostReplies } from '#web/features/comments/writing/lost-replies.ts'
import { announced } from '#web/lib/page/announced.ts'
import { late } from '#web/lib/page/late.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { CommentsList } from './comments-list.tsx'
import { CommentsFrame, CommentsRegion, type LeftOff } from './comments-preview.tsx'
import { PanelContext } from './panel-context.ts'
import { useDeletion } from './use-deletion.ts'
import { useReadingPosition } from './use-reading-position.ts'
import { useSteadyFocus } from './use-steady-focus.ts'
import { WriteForm } from './write-form.tsx'

const ManageComments = late(
  async () => (await import('#web/features/comments/moderation/manage-comments.tsx')).ManageComments,
)
const isAsked = ({ comment }: { comment: object | null }) => comment !== null
const DeleteDialog = late(async () => (await import('./delete-dialog.tsx')).DeleteDialog, isAsked)
const ReportDialog = late(
  async () => (await import('#web/features/comments/moderation/report-dialog.tsx')).ReportDialog,
  isAsked,
)
const BlockDialog = late(
  async () => (await import('#web/features/comments/moderation/block-dialog.tsx')).BlockDialog,
  isAsked,
)

export interface CommentsPanelProps {
  event: EventDetail
  /** The comments that the server rendered for visitors; null where it rendered none. */
  first: FirstPage | null
  /** The key in the address of an unlisted event. */
  link: string | undefined
  /** The newest version of the comments that the server announced; null until it announced one. */
  version: number | null
  /** How many comments are reported, for the event's owner; null until the server announced it. */
  reported: number | null
  /** The reader may no longer see the event. */
  isGone: boolean
  leftOff: RefObject<LeftOff>
}

/** The comments on an event. The panel is 500 px high (specification, section 9); the comments scroll between
 *  heading and form. */
export function CommentsPanel({ event, first, link, version, reported, isGone, leftOff }: CommentsPanelProps) {
  const session = useSession()
  const scrolled = useRef<HTMLElement>(null)
  const { keep, restore } = useReadingPosition(scrolled)
  const comments = useComments({ eventId: event.id, link, first, version, onRefresh: keep })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the list has changed.
  useLayoutEffect(restore, [restore, comments.list])
  useLayoutEffect(() => {
    const { top, focused } = leftOff.current
    scrolled.current?.scrollTo({ top })
    if (focused) scrolled.current?.focus({ preventScroll: true })
  }, [leftOff])
  const isLoaded = comments.list !== null
  useEffect(() => {
    const { hash } = window.location
    if (isLoaded && hash.startsWith('#comment-')) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  const section = useRef<HTMLElement>(null)
  useSteadyFocus(section, scrolled)
  const { drafts, areRead, forgetDraft, moveDrafts } = useDrafts(event.id)
  const [said, setSaid] = useState('')
  const say = (text: string) => setSaid(announced(text))
  const bottom = useRef<HTMLDivElement>(null)
  const findField = useCallback(
    () => bottom.current?.querySelector<HTMLElement>('textarea:not([readonly])') ?? scrolled.current,
    [],
  )
  const deletion = useDeletion(comments, say, findField)
  const isOwner = session !== null && session.id === event.user_id
  const moderation = useModeration({ eventId: event.id, isOwner, told: reported, comments, say })
  // A reply to a thread that was deleted meanwhile would never be seen again.
  useEffect(() => {
    if (comments.list === null || comments.busy) return
    const lost = lostReplies(drafts, comments.list)
    if (lost.length > 0) moveDrafts(lost)
  }, [comments.list, comments.busy, drafts, moveDrafts])

  const refusal = writingRefusal(event, isGone)
  const isOpen = refusal === null
  const panel = {
    event,
    comments,
    readerId: session?.id ?? null,
    isOwner,
    isOpen,
    drafts,
    areDraftsRead: areRead,
    forgetDraft,
    moveReply: (threadId: number) => {
      moveDrafts([replySlot(threadId)])
      findField()?.focus()
    },
    say,
    onDelete: deletion.ask,
    onReport: moderation.askReport,
    onBlock: moderation.askBlock,
    onHide: moderation.hide,
  }

  return (
    <PanelContext value={panel}>
      <CommentsFrame
        ref={section}
        controls={isOwner ? <ManageComments event={event} moderation={moderation} /> : null}
        hidden={
          <>
            <p role="status" className="sr-only">
              {said}
            </p>
            <DeleteDialog
              comment={deletion.asked}
              busy={deletion.busy}
              onConfirm={deletion.confirm}
              onClose={deletion.close}
            />
            <ReportDialog comment={moderation.reported} onClose={() => moderation.askReport(null)} />
            <BlockDialog comment={moderation.blocked} onClose={() => moderation.askBlock(null)} />
          </>
        }
      >
        <CommentsRegion ref={scrolled}>
          <CommentsList />
        </CommentsRegion>
        <div ref={bottom} className="flex flex-col gap-2 border-t border-line px-5 py-3 sm:px-6">
          {refusal ? <p className="text-ink-soft">{refusal}</p> : null}
          <WriteForm
            threadId={null}
            label="Add a comment"
            placeholder="Add a comment..."
            submitLabel="Send"
            closed={!isOpen}
            onPosted={(comment) => {
              comments.added(comment)
              say('Your comment was posted.')
              scrolled.current?.scrollTo({ top: 0 })
            }}
          />
        </div>
      </CommentsFrame>
    </PanelContext>
  )
}

/** Why this reader may not write here, as the server would say it after the press; null where they may. */
function writingRefusal({ is_called_off, standing, comments_closed }: EventDetail, isGone: boolean): string | null {
  if (is_called_off) return pageErrors.event_called_off.message
  if (isGone) return goneMessage
  if (standing.is_blocked) return pageErrors.blocked_by_organizer.message
  return comments_closed ? pageErrors.comments_closed.message : null
}
