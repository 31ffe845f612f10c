import { type ReactNode, useEffect, useRef } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { keepDraft } from '#web/features/comments/writing/drafts.ts'
import { late } from '#web/lib/page/late.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { elementId, usePanel } from './panel-context.ts'
import { useWriting } from './use-writing.ts'

/** Most readers never change a comment. */
const EditForm = late(async () => (await import('#web/features/comments/writing/edit-form.tsx')).EditForm)

const hiddenWords = { organizer: 'Hidden by the organizer', operator: 'Hidden by the operator of this site' }

interface CommentItemProps {
  comment: Comment
  /** Shown under the comment's words, for example the replies. */
  children?: ReactNode
}

/** One comment or reply, with its author, time, words and actions. */
export function CommentItem({ comment, children }: CommentItemProps) {
  const { event, comments, isOpen, drafts, forgetDraft, say } = usePanel()
  const article = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  const { user, content, created_at, edited_at, hidden_by } = comment
  const { hold, list } = comments
  const isGone = list?.gone.includes(comment.id) ?? false
  const isReply = comment.parent_id !== null
  const slot = `edit ${comment.id}`
  const draft = drafts[slot]
  const { isWriting: editing, isAsked, begin, end } = useWriting(draft)

  useEffect(() => (editing ? hold(comment.id) : undefined), [editing, hold, comment.id])

  // Closing the form loses the focus, so it returns to where editing began.
  useEffect(() => {
    if (wasEditing.current && !editing) {
      const menu = article.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      ;(menu ?? article.current?.closest('section'))?.focus()
    }
    wasEditing.current = editing
  }, [editing])

  function handleSaved(saved: Comment) {
    comments.changed(saved)
    handleDone()
    say('Your comment was changed.')
  }

  function handleDone() {
    forgetDraft(slot)
    end()
  }

  return (
    <article
      ref={article}
      id={elementId(comment.id)}
      tabIndex={-1}
      aria-label={isReply ? `Reply by ${user.username}` : `Comment by ${user.username}`}
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
            {edited_at ? <span className="text-sm text-ink-soft">Edited</span> : null}
            {hidden_by ? <Badge tone="warning">{hiddenWords[hidden_by]}</Badge> : null}
          </p>
          {editing || isGone ? null : <CommentMenu comment={comment} onEdit={begin} />}
        </div>
        {isGone ? <p className="text-ink-soft">This comment is no longer there.</p> : null}
        {editing ? (
          <EditForm
            comment={comment}
            closed={isGone || !isOpen}
            typed={draft ?? content}
            focused={isAsked}
            onType={(text) => keepDraft(event.id, slot, text)}
            onSaved={handleSaved}
            onClose={handleDone}
          />
        ) : (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {content}
          </p>
        )}
        {children}
      </div>
    </article>
  )
}
