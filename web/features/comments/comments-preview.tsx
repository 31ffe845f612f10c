import { MessageCircle } from 'lucide'
import { type ReactNode, type Ref, type RefObject, useCallback } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments.json'
import * as common from '#messages/common.json'
import { Icon } from '#web/lib/icon.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { NeedsScript } from '#web/ui/display/message.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import type { FirstPage } from './use-comments.ts'

/** The viewer's scroll position and focus in the preview, which the panel restores. */
export interface LeftOff {
  /** How far the comments were scrolled, in pixels. */
  top: number
  focused: boolean
}

interface CommentsPreviewProps {
  event: Pick<EventDetail, 'comments_closed' | 'is_called_off'>
  /** The newest comments as a visitor sees them; null where the server rendered none. */
  first: FirstPage | null
  leftOff: RefObject<LeftOff>
}

/** The newest comments without controls. The panel replaces them once its code has loaded, instead of hydrating
 *  them: a dehydrated boundary would delay every state change of the router above it. */
export function CommentsPreview({ event, first, leftOff }: CommentsPreviewProps) {
  const isOpen = !event.comments_closed && !event.is_called_off
  const noteLeaving = useCallback(
    (region: HTMLElement) => () => {
      leftOff.current = { top: region.scrollTop, focused: region.contains(document.activeElement) }
    },
    [leftOff],
  )
  return (
    <CommentsFrame>
      <CommentsRegion ref={noteLeaving}>
        {first === null ? <CommentsWaiting /> : null}
        {first?.items.length === 0 ? <NoComments isOpen={isOpen} /> : null}
        <ul className="divide-y divide-line">
          {first?.items.map((comment) => (
            <li key={comment.id} className="py-2">
              <CommentBox comment={comment}>
                <CommentText comment={comment} />
                <p className="min-h-11 py-2.5 text-sm text-ink-soft">
                  {comment.total_replies > 0 ? counted(comment.total_replies, m.replies_one, m.replies_other) : null}
                </p>
              </CommentBox>
            </li>
          ))}
        </ul>
      </CommentsRegion>
      <div className="flex flex-col gap-2 border-t border-line px-5 py-3 sm:px-6">
        <Skeleton className="h-11 noscript:hidden" />
        {isOpen ? <NeedsScript>{m.needsScript}</NeedsScript> : null}
      </div>
    </CommentsFrame>
  )
}

interface CommentsFrameProps {
  ref?: Ref<HTMLElement>
  /** Beside the heading. */
  controls?: ReactNode
  /** Elements without space on the page: dialogs, and text for screen readers. */
  hidden?: ReactNode
  children: ReactNode
}

/** The frame around the comments: 500 px high (specification, section 9), even before they load. */
export function CommentsFrame({ ref, controls, hidden, children }: CommentsFrameProps) {
  return (
    <section ref={ref} id="comments" aria-label={m.comments}>
      <Card className="flex h-[500px] flex-col">
        <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5 py-1.5 sm:px-6">
          <h2 className="text-lg">{m.comments}</h2>
          {controls}
        </div>
        {children}
      </Card>
      {hidden}
    </section>
  )
}

/** The part that scrolls. */
export function CommentsRegion({ ref, children }: { ref: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <section
      ref={ref}
      aria-label={m.allComments}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto px-5 [overflow-anchor:none] sm:px-6"
    >
      {children}
    </section>
  )
}

/** Shown while comments load. */
export function CommentsWaiting() {
  return (
    <div className="flex flex-col gap-4 py-2">
      <p className="sr-only">{common.loading}</p>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}

export function NoComments({ isOpen }: { isOpen: boolean }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 text-center">
      <span className="rounded-full bg-accent-soft p-3 text-accent-ink">
        <Icon icon={MessageCircle} className="size-6" />
      </span>
      <p className="font-medium">{m.none}</p>
      {isOpen ? <p className="text-ink-soft">{m.noneHint}</p> : null}
    </div>
  )
}

const hiddenWords = { organizer: m.hiddenByOrganizer, operator: m.hiddenByOperator }

interface CommentBoxProps {
  ref?: Ref<HTMLElement>
  comment: Comment
  menu?: ReactNode
  children: ReactNode
}

/** One comment or reply, with its author and time. */
export function CommentBox({ ref, comment, menu, children }: CommentBoxProps) {
  const { id, user, created_at, edited_at, hidden_by, parent_id } = comment
  const isReply = parent_id !== null
  return (
    <article
      ref={ref}
      id={elementId(id)}
      tabIndex={-1}
      aria-label={fill(isReply ? m.replyBy : m.commentBy, { username: user.username })}
      className="flex gap-3 rounded-md"
    >
      <Avatar
        picture={user.profile_picture}
        name={user.username}
        className={classes('shrink-0', isReply ? 'mt-1.5 size-8' : 'mt-1 size-9')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-2 leading-snug">
            <bdi className="font-medium wrap-anywhere">{user.username}</bdi>
            <TimeAgo iso={created_at} className="text-sm text-ink-soft" />
            {edited_at ? <span className="text-sm text-ink-soft">{m.edited}</span> : null}
            {hidden_by ? <Badge tone="warning">{hiddenWords[hidden_by]}</Badge> : null}
          </p>
          {menu}
        </div>
        {children}
      </div>
    </article>
  )
}

export function CommentText({ comment }: { comment: Comment }) {
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {comment.content}
    </p>
  )
}

/** The id of a comment's element, which can take the focus. */
export const elementId = (id: number) => `comment-${id}`

/** Points to the comments in an address, for the return from a login. */
export const commentsHash = '#comments'

export const isBackFromLogin = () => window.location.hash === commentsHash
