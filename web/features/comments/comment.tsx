import { Ban, ChevronDown, Ellipsis, Eye, EyeOff, Flag, Pencil, Reply, Trash2 } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { counted, fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments.json'
import * as moderation from '#messages/comments-moderation.json'
import * as common from '#messages/common.json'
import { Icon } from '#web/lib/icon.tsx'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu, MenuButton } from '#web/ui/controls/menu.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { CommentBox, CommentText, isBackFromLogin } from './comments-preview.tsx'
import { keepDraft, replySlot } from './drafts.ts'
import { usePanel } from './panel-context.ts'
import { WriteForm } from './write-comment.tsx'

/** Loaded on demand, because most viewers never edit a comment. */
const EditForm = onDemand(async () => (await import('./edit-form.tsx')).EditForm)

const action =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-medium text-accent-ink hover:bg-accent-soft'

/** A comment and its replies, which are hidden at first. */
export function Thread({ thread }: { thread: Comment }) {
  const { comments, isOpen, drafts, forgetDraft, moveReply, announce } = usePanel()
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

  // Until then a refresh must not remove the form and the replies.
  useEffect(() => (replying ? hold(thread.id) : undefined), [replying, hold, thread.id])
  useEffect(() => (open ? keepOpen(thread.id) : undefined), [open, keepOpen, thread.id])

  function handlePosted(reply: Comment) {
    comments.added(reply)
    setOpen(true)
    end()
    announce(m.replyPosted)
  }

  function handleCancel() {
    forgetDraft(replySlot(thread.id))
    end()
  }

  function handleMove() {
    // The focus goes to the new field, not back to the reply button.
    wasReplying.current = false
    end()
    moveReply(thread.id)
  }

  return (
    <li ref={item} className="py-2">
      <CommentItem comment={thread}>
        <div className="-ml-3 flex min-h-2 flex-wrap">
          {isOpen && !replying && !isGone ? (
            <button
              ref={opener}
              type="button"
              aria-label={fill(m.replyTo, { username })}
              onClick={begin}
              className={action}
            >
              <Icon icon={Reply} className="size-4" />
              {m.reply}
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
              <RichText
                text={counted(thread.total_replies, m.repliesToggle_one, m.repliesToggle_other)}
                tags={{ hidden: (words) => <span className="sr-only">{fill(words, { username })}</span> }}
              />
              <Icon icon={ChevronDown} className={classes('size-4 transition', open && 'rotate-180')} />
            </button>
          ) : null}
        </div>
        {replying ? (
          <WriteForm
            threadId={thread.id}
            label={fill(m.replyTo, { username })}
            placeholder={m.writeReply}
            submitLabel={m.sendReply}
            focused={isAsked}
            closed={!isOpen || isGone}
            onPosted={handlePosted}
            onEscape={handleCancel}
          >
            {isGone && isOpen ? (
              <Button variant="secondary" onClick={handleMove}>
                {m.moveToNew}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={handleCancel}>
              {m.cancelWriting}
            </Button>
          </WriteForm>
        ) : null}
        <div id={id} hidden={!open}>
          {open ? (
            <ul aria-label={fill(m.repliesTo, { username })} className="pb-2">
              {thread.replies.map((reply) => (
                <li key={reply.id} className="pt-1">
                  <CommentItem comment={reply} />
                </li>
              ))}
            </ul>
          ) : null}
          {open && left > 0 ? (
            <Button variant="quiet" busy={comments.busy && common.loading} onClick={() => comments.loadReplies(thread)}>
              {m.showMoreReplies}
            </Button>
          ) : null}
        </div>
      </CommentItem>
    </li>
  )
}

interface CommentItemProps {
  comment: Comment
  /** Shown under the comment's text, for example the replies. */
  children?: ReactNode
}

/** One comment or reply, with its author, time, text and actions. */
function CommentItem({ comment, children }: CommentItemProps) {
  const { event, comments, isOpen, drafts, forgetDraft, announce } = usePanel()
  const article = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  const { content } = comment
  const { hold, list } = comments
  const isGone = list?.gone.includes(comment.id) ?? false
  const slot = `edit ${comment.id}`
  const draft = drafts[slot]
  const { isWriting: editing, isAsked, begin, end } = useWriting(draft)

  useEffect(() => (editing ? hold(comment.id) : undefined), [editing, hold, comment.id])

  // Closing the form loses the focus, so it returns to the menu button.
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
    announce(m.editedYours)
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
      {isGone ? <p className="text-ink-soft">{m.gone}</p> : null}
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

/** The viewer's actions, as the comment's author, a moderator, or any other signed-in user. */
function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { viewerId, isModerator, isOwner, isOpen, onDelete, onReport, onBlock, onHide } = usePanel()
  if (viewerId === null) return null
  const { username } = comment.user
  const isAuthor = comment.user.id === viewerId
  return (
    <Menu
      label={isAuthor ? m.moreAboutYours : fill(m.moreAboutTheirs, { username })}
      trigger={<Icon icon={Ellipsis} />}
      triggerClassName="icon-button -mr-3"
    >
      {isAuthor && isOpen ? (
        <MenuButton icon={Pencil} onClick={onEdit}>
          {common.edit}
        </MenuButton>
      ) : null}
      {isAuthor ? (
        <MenuButton icon={Trash2} onClick={() => onDelete(comment)}>
          {common.deleteIt}
        </MenuButton>
      ) : null}
      {isModerator && comment.hidden_by === null ? (
        <MenuButton icon={EyeOff} onClick={() => onHide(comment, true)}>
          {moderation.hide}
        </MenuButton>
      ) : null}
      {isModerator && comment.hidden_by === 'organizer' ? (
        <MenuButton icon={Eye} onClick={() => onHide(comment, false)}>
          {moderation.show}
        </MenuButton>
      ) : null}
      {isOwner && !isAuthor ? (
        <MenuButton icon={Ban} onClick={() => onBlock(comment)}>
          {fill(moderation.blockNamed, { username })}
        </MenuButton>
      ) : null}
      {isModerator || isAuthor ? null : (
        <MenuButton icon={Flag} onClick={() => onReport(comment)}>
          {moderation.report}
        </MenuButton>
      )}
    </Menu>
  )
}

/** Whether a form to reply or to edit is open. A form opened by the viewer takes the focus (`isAsked`). A form
 *  opened because of a saved `draft` changes neither focus nor scroll position, unless a login has just returned to
 *  it. */
function useWriting(draft: string | undefined) {
  const [reason, setReason] = useState<'asked' | 'saved' | null>(null)
  useEffect(() => {
    if (draft) setReason((before) => before ?? (isBackFromLogin() ? 'asked' : 'saved'))
  }, [draft])
  return {
    isWriting: reason !== null,
    isAsked: reason === 'asked',
    begin: () => setReason('asked'),
    end: () => setReason(null),
  }
}
