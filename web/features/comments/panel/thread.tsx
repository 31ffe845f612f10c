import { ChevronDown, Reply } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { replySlot } from '#web/features/comments/writing/drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { CommentItem } from './comment-item.tsx'
import { repliesSaid } from './comments-preview.tsx'
import { usePanel } from './panel-context.ts'
import { useWriting } from './use-writing.ts'
import { WriteForm } from './write-form.tsx'

const action =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-medium text-accent-ink hover:bg-accent-soft'

/** A comment and its replies, which a press shows. */
export function Thread({ thread }: { thread: Comment }) {
  const { comments, isOpen, drafts, forgetDraft, moveReply, say } = usePanel()
  const id = `replies-${thread.id}`
  const [open, setOpen] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasReplying = useRef(false)
  const { isWriting: replying, isAsked, begin, end } = useWriting(drafts[replySlot(thread.id)])
  const { username } = thread.user
  const left = thread.total_replies - thread.replies.length
  const isGone = comments.list?.gone.includes(thread.id) ?? false
  const { hold, open: keepOpen } = comments

  useEffect(() => {
    if (wasReplying.current && !replying) (opener.current ?? item.current?.closest('section'))?.focus()
    wasReplying.current = replying
  }, [replying])

  // A refresh removes neither the form nor the replies meanwhile.
  useEffect(() => (replying ? hold(thread.id) : undefined), [replying, hold, thread.id])
  useEffect(() => (open ? keepOpen(thread.id) : undefined), [open, keepOpen, thread.id])

  function handlePosted(reply: Comment) {
    comments.added(reply)
    setOpen(true)
    end()
    say('Your reply was posted.')
  }

  function handleCancel() {
    forgetDraft(replySlot(thread.id))
    end()
  }

  function handleMove() {
    // The focus goes to the field, and not back to where the reply began.
    wasReplying.current = false
    end()
    moveReply(thread.id)
  }

  return (
    <li ref={item} className="py-2">
      <CommentItem comment={thread}>
        <div className="-ml-3 flex min-h-2 flex-wrap">
          {isOpen && !replying && !isGone ? (
            <button ref={opener} type="button" aria-label={`Reply to ${username}`} onClick={begin} className={action}>
              <Reply aria-hidden className="size-4" />
              Reply
            </button>
          ) : null}
          {thread.total_replies > 0 ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
              className={classes('figures', action)}
            >
              {repliesSaid(thread.total_replies)}
              <span className="sr-only"> to {username}</span>
              <ChevronDown aria-hidden className={classes('size-4 transition', open && 'rotate-180')} />
            </button>
          ) : null}
        </div>
        {replying ? (
          <WriteForm
            threadId={thread.id}
            label={`Reply to ${username}`}
            placeholder="Write a reply..."
            submitLabel="Send reply"
            focused={isAsked}
            closed={!isOpen || isGone}
            onPosted={handlePosted}
            onEscape={handleCancel}
          >
            {isGone && isOpen ? (
              <Button variant="secondary" onClick={handleMove}>
                Move to a new comment
              </Button>
            ) : null}
            <Button variant="quiet" onClick={handleCancel}>
              Cancel
            </Button>
          </WriteForm>
        ) : null}
        <div id={id} hidden={!open}>
          {open ? (
            <ul aria-label={`Replies to ${username}`} className="pb-2">
              {thread.replies.map((reply) => (
                <li key={reply.id} className="pt-1">
                  <CommentItem comment={reply} />
                </li>
              ))}
            </ul>
          ) : null}
          {open && left > 0 ? (
            <Button variant="quiet" busy={comments.busy && 'Loading...'} onClick={() => comments.loadReplies(thread)}>
              Show more replies
            </Button>
          ) : null}
        </div>
      </CommentItem>
    </li>
  )
}
