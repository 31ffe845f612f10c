import { type ReactNode, useEffect, useRef } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { keepDraft } from '#web/features/comments/writing/drafts.ts'
import { late } from '#web/lib/page/late.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { CommentBox, CommentText } from './comments-preview.tsx'
import { usePanel } from './panel-context.ts'
import { useWriting } from './use-writing.ts'

/** Most readers never change a comment. */
const EditForm = late(async () => (await import('#web/features/comments/writing/edit-form.tsx')).EditForm)

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
  const { content } = comment
  const { hold, list } = comments
  const isGone = list?.gone.includes(comment.id) ?? false
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
    <CommentBox
      ref={article}
      comment={comment}
      menu={editing || isGone ? null : <CommentMenu comment={comment} onEdit={begin} />}
    >
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
        <CommentText comment={comment} />
      )}
      {children}
    </CommentBox>
  )
}
