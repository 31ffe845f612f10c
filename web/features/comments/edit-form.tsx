import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Comment, commentMax, editComment, isBlank, plain } from '#contract/comments/comments.ts'
import * as m from '#messages/comments.json'
import * as common from '#messages/common.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { editFailure } from './use-comments.ts'
import { CommentInput, useLogin } from './write-comment.tsx'

interface EditFormProps {
  comment: Comment
  /** Nothing can be saved, but the typed text can still be read and copied. */
  closed: boolean
  /** The field's initial text. */
  typed: string
  /** Takes the focus when it appears. */
  focused: boolean
  onType: (text: string) => void
  onSaved: (comment: Comment) => void
  onClose: () => void
}

/** The form that replaces a comment's text while it is edited. */
export function EditForm({ comment, closed, typed, focused, onType, onSaved, onClose }: EditFormProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [initial] = useState(typed)
  const [text, setText] = useState(typed)
  const { run, busy } = useAction()
  const goToLogin = useLogin()
  const canSave = !closed && !isBlank(text) && plain(text).length <= commentMax

  useEffect(() => {
    if (!focused) return
    input.current?.focus()
    input.current?.setSelectionRange(initial.length, initial.length)
    // Scrolls the form's buttons into view as well.
    input.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [initial, focused])

  async function handleSubmit(submit: FormEvent) {
    submit.preventDefault()
    if (!canSave) return
    await run(
      async () => onSaved(await call(editComment, { params: { commentId: comment.id }, body: { content: text } })),
      (error) => (error instanceof ApiError && error.status === 401 ? goToLogin() : editFailure(error)),
    )
  }

  return (
    <form onSubmit={handleSubmit} className="mt-2 flex flex-wrap items-end gap-2">
      <CommentInput
        ref={input}
        label={m.editYours}
        defaultValue={initial}
        readOnly={closed || busy}
        onType={(text) => {
          setText(text)
          onType(text)
        }}
        onEscape={onClose}
        posted={comment.content}
      />
      {closed ? null : (
        <SubmitButton busy={busy && common.saving} disabled={!canSave}>
          {common.save}
        </SubmitButton>
      )}
      <Button variant="quiet" onClick={onClose}>
        {m.cancelWriting}
      </Button>
    </form>
  )
}
