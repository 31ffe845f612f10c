import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Comment, deleteComment } from '#contract/comments/comments.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import * as m from '#messages/comments.json'
import * as common from '#messages/common.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { announced } from '#web/lib/format/text.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Thread } from './comment.tsx'
import {
  CommentsFrame,
  CommentsRegion,
  CommentsWaiting,
  elementId,
  type LeftOff,
  NoComments,
} from './comments-preview.tsx'
import { lostReplies, replySlot, useDrafts } from './drafts.ts'
import { PanelContext, usePanel } from './panel-context.ts'
import { hasMore, neighbourOf } from './threads.ts'
import { type Comments, deleteFailure, type FirstPage, useComments } from './use-comments.ts'
import { useModeration } from './use-moderation.ts'
import { useLogin, WriteForm } from './write-comment.tsx'

const ManageComments = onDemand(async () => (await import('./manage-comments.tsx')).ManageComments)
const isAsked = ({ comment }: { comment: object | null }) => comment !== null
const DeleteDialog = onDemand(async () => (await import('./comment-dialogs.tsx')).DeleteDialog, isAsked)
const ReportDialog = onDemand(async () => (await import('./comment-dialogs.tsx')).ReportDialog, isAsked)
const BlockDialog = onDemand(async () => (await import('./comment-dialogs.tsx')).BlockDialog, isAsked)

export interface CommentsPanelProps {
  event: EventDetail
  /** The comments that the server rendered for visitors; null where it rendered none. */
  first: FirstPage | null
  /** The key in the address of an unlisted event. */
  link: string | undefined
  /** The newest version of the comments that the server announced; null until it announced one. */
  version: number | null
  /** The number of reported comments, for moderators; null until the server announces it. */
  reported: number | null
  /** The viewer may no longer see the event. */
  isGone: boolean
  leftOff: RefObject<LeftOff>
}

/** The comments on an event, 500 px high (specification, section 9): the comments scroll between heading and form. */
export function CommentsPanel({ event, first, link, version, reported, isGone, leftOff }: CommentsPanelProps) {
  const session = useSession()
  const scrolled = useRef<HTMLElement>(null)
  const { keep, restore } = useReadingPosition(scrolled)
  const comments = useComments({ eventId: event.id, link, first, version, onRefresh: keep })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the list.
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
  const [announcement, setAnnouncement] = useState('')
  const announce = (text: string) => setAnnouncement(announced(text))
  const bottom = useRef<HTMLDivElement>(null)
  const findField = useCallback(
    () => bottom.current?.querySelector<HTMLElement>('textarea:not([readonly])') ?? scrolled.current,
    [],
  )
  const deletion = useDeletion(comments, announce, findField)
  const isModerator = event.role === 'owner' || event.role === 'co_host'
  const moderation = useModeration({ eventId: event.id, isModerator, reportCount: reported, comments, announce })
  // A saved reply to a deleted thread would otherwise never be shown again.
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
    viewerId: session?.id ?? null,
    isModerator,
    isOwner: event.role === 'owner',
    isOpen,
    drafts,
    areDraftsRead: areRead,
    forgetDraft,
    moveReply: (threadId: number) => {
      moveDrafts([replySlot(threadId)])
      findField()?.focus()
    },
    announce,
    onDelete: deletion.ask,
    onReport: moderation.askReport,
    onBlock: moderation.askBlock,
    onHide: moderation.hide,
  }

  return (
    <PanelContext value={panel}>
      <CommentsFrame
        ref={section}
        controls={isModerator ? <ManageComments event={event} moderation={moderation} /> : null}
        hidden={
          <>
            <p role="status" className="sr-only">
              {announcement}
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
            label={m.addComment}
            placeholder={m.addCommentPlaceholder}
            submitLabel={common.send}
            closed={!isOpen}
            onPosted={(comment) => {
              comments.added(comment)
              announce(m.posted)
              scrolled.current?.scrollTo({ top: 0 })
            }}
          />
        </div>
      </CommentsFrame>
    </PanelContext>
  )
}

/** Why the viewer may not write here, in the server's words; null if they may. */
function writingRefusal({ is_called_off, standing, comments_closed }: EventDetail, isGone: boolean): string | null {
  if (is_called_off) return pageErrors.event_called_off.message
  if (isGone) return goneMessage
  if (standing.is_blocked) return pageErrors.blocked_by_organizer.message
  return comments_closed ? pageErrors.comments_closed.message : null
}

/** The threads, or a placeholder if they are loading, failed or empty. */
function CommentsList() {
  const { comments, isOpen } = usePanel()
  const { list, problem, busy, reload, loadMore } = comments
  if (list === null && !problem) return <CommentsWaiting />

  return (
    <>
      {problem ? <LoadFailure text={problem} busy={busy} onAgain={reload} /> : null}
      {list && list.threads.length === 0 ? <NoComments isOpen={isOpen} /> : null}
      {list ? (
        <ul className="divide-y divide-line">
          {list.threads.map((thread) => (
            <Thread key={thread.id} thread={thread} />
          ))}
        </ul>
      ) : null}
      {list && hasMore(list) && !problem ? (
        <Button variant="quiet" wide busy={busy && common.loading} onClick={loadMore}>
          {m.showMoreComments}
        </Button>
      ) : null}
    </>
  )
}

/** Deletes a comment after confirmation. It leaves the list at once; if the server refuses, the list is reloaded.
 *  `fallback` gets the focus if no comment is left. */
function useDeletion(comments: Comments, announce: (text: string) => void, fallback: () => HTMLElement | null) {
  const [asked, setAsked] = useState<Comment | null>(null)
  const [busy, setBusy] = useState(false)
  const [next, setNext] = useState<{ id: number | null } | null>(null)
  const goToLogin = useLogin()

  // Only after the dialog has closed: closing returns the focus to a button that no longer exists.
  useEffect(() => {
    if (next === null || asked !== null) return
    const element = next.id === null ? null : document.getElementById(elementId(next.id))
    ;(element ?? fallback())?.focus()
    setNext(null)
  }, [next, asked, fallback])

  async function confirm() {
    if (asked === null || busy) return
    setBusy(true)
    const attempt = `delete comment ${asked.id}`
    const neighbour = comments.list ? neighbourOf(comments.list, asked.id) : null
    comments.removed(asked.id)
    try {
      await call(deleteComment, { params: { commentId: asked.id } })
      settle(attempt)
      announce(m.deleted)
      setNext({ id: neighbour })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return goToLogin()
      notify.failure(deleteFailure(error), { attempt })
      await comments.reload()
      setNext({ id: asked.id })
    } finally {
      setBusy(false)
      setAsked(null)
    }
  }

  return { asked, busy, ask: setAsked, confirm, close: () => setAsked(null) }
}

/** The visible elements, the one most likely being read first, with their distance from the top of the screen in
 *  pixels. */
type ReadingPosition = { element: HTMLElement; top: number }[]

/** Keeps the text being read in place while comments above it come and go: call `keep` before a change and `restore`
 *  after it. At the top the list stays at the top, so that new comments are visible. */
function useReadingPosition(region: RefObject<HTMLElement | null>) {
  const position = useRef<ReadingPosition | null>(null)

  const keep = useCallback(() => {
    if (region.current) position.current = positionIn(region.current)
  }, [region])

  const restore = useCallback(() => {
    const area = region.current
    if (area === null || position.current === null) return
    const mark = position.current.find(({ element }) => element.isConnected)
    position.current = null
    if (mark) area.scrollTop += mark.element.getBoundingClientRect().top - mark.top
  }, [region])

  return { keep, restore }
}

function positionIn(area: HTMLElement): ReadingPosition {
  const { top: edge, bottom: end } = area.getBoundingClientRect()
  const active = area.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
  const focused = active === area ? null : active
  const articles = [...area.querySelectorAll('article')]
  const inSight = articles.filter((article) => article.getBoundingClientRect().bottom > edge)
  const begins = (element: HTMLElement) => {
    const { top } = element.getBoundingClientRect()
    return top >= edge && top < end
  }
  // A thread that starts above the visible area grows between its start and the visible replies.
  const elements = [...(focused ? [focused] : []), ...inSight].filter(begins).concat(inSight.toReversed())
  const reads = area.scrollTop > 0 || focused
  return (reads ? elements : []).map((element) => ({ element, top: element.getBoundingClientRect().top }))
}

/** The focused element, and those that get the focus once it is gone, nearest first. */
interface Focused {
  element: Element
  instead: (HTMLElement | null | undefined)[]
}

/** If somebody else's action removes the focused element (a deleted comment, or a button of closed comments), moves
 *  the focus to the nearest remaining element, or else to `region`. Call it in the component that renders the list. */
function useSteadyFocus(panel: RefObject<HTMLElement | null>, region: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null)

  useEffect(() => {
    function handleFocus({ target }: FocusEvent) {
      const isInside = target instanceof Element && panel.current?.contains(target)
      focused.current = isInside ? { element: target, instead: nearest(target) } : null
    }
    function handleBlur({ target }: FocusEvent) {
      // If the viewer moved the focus, the element still exists after the render.
      queueMicrotask(() => {
        if (focused.current?.element === target && focused.current.element.isConnected) focused.current = null
      })
    }
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('focusout', handleBlur)
    return () => {
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('focusout', handleBlur)
    }
  }, [panel])

  useLayoutEffect(() => {
    if (focused.current === null || focused.current.element.isConnected) return
    if (document.activeElement !== document.body) return
    for (const element of [...focused.current.instead, region.current]) {
      element?.focus({ preventScroll: true })
      if (element && element === document.activeElement) return
    }
  })
}

const nearest = (element: Element) => [
  element.closest('form')?.querySelector('textarea'),
  element.closest('article'),
  element.closest('li')?.closest('article'),
]
