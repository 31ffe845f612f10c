import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import { CommentInput } from '#web/features/comments/writing/comment-input.tsx'
import { keepDraft, newSlot, replySlot } from '#web/features/comments/writing/drafts.ts'
import { usePosting } from '#web/features/comments/writing/use-posting.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { usePanel } from './panel-context.ts'

interface WriteFormProps {
  /** The thread to reply to; null for a new thread. */
  threadId: number | null
  label: string
  placeholder: string
  submitLabel: string
  onPosted: (comment: Comment) => void
  onEscape?: () => void
  /** Sending is closed; what was typed can still be read and copied. */
  closed: boolean
  /** Takes the focus when it appears. */
  focused?: boolean
  /** Shown beside the button that sends. */
  children?: ReactNode
}

/** Saves what is typed until it is posted. */
export function WriteForm({ threadId, label, placeholder, submitLabel, closed, onPosted, ...rest }: WriteFormProps) {
  const { onEscape } = rest
  const { event, drafts, areDraftsRead, forgetDraft } = usePanel()
  const { busy, post } = usePosting(event.id, threadId)
  const input = useRef<HTMLTextAreaElement>(null)
  const slot = threadId === null ? newSlot : replySlot(threadId)

  useEffect(() => {
    if (!rest.focused) return
    input.current?.focus()
    // Scrolls the form's buttons into view as well.
    input.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [rest.focused])

  async function handleSubmit(submit: FormEvent) {
    submit.preventDefault()
    if (closed) return
    const comment = await post(input.current?.value ?? '')
    if (comment === null) return input.current?.focus()
    if (input.current) input.current.value = ''
    forgetDraft(slot)
    onPosted(comment)
  }

  return (
    <form
      onSubmit={handleSubmit}
      className={classes(
        'flex flex-wrap items-end gap-2',
        threadId !== null && 'py-2',
        // By the field itself, without a render between: a form that is hidden for a moment loses the focus.
        closed && 'has-[textarea:placeholder-shown:not(:focus)]:hidden',
      )}
    >
      <CommentInput
        ref={input}
        label={label}
        placeholder={placeholder}
        readOnly={closed || busy}
        kept={areDraftsRead ? (drafts[slot] ?? '') : undefined}
        onType={(text) => keepDraft(event.id, slot, text)}
        {...(onEscape && { onEscape })}
      />
      {closed ? null : <SubmitButton busy={busy && 'Sending...'}>{submitLabel}</SubmitButton>}
      {rest.children}
    </form>
  )
}
