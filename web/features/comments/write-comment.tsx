import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { type Comment, commentMax, isBlank, plain, tooLong, writeComment } from '#contract/comments/comments.ts'
import * as m from '#messages/comments.json'
import * as common from '#messages/common.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { commentsHash } from './comments-preview.tsx'
import { keepDraft, newSlot, replySlot } from './drafts.ts'
import { usePanel } from './panel-context.ts'
import { postFailure } from './use-comments.ts'

interface WriteFormProps {
  /** The thread to reply to; null for a new thread. */
  threadId: number | null
  label: string
  placeholder: string
  submitLabel: string
  onPosted: (comment: Comment) => void
  onEscape?: () => void
  /** Nothing can be sent, but the typed text can still be read and copied. */
  closed: boolean
  /** Takes the focus when it appears. */
  focused?: boolean
  /** Shown beside the submit button. */
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
        // In CSS, without a render: a form that is hidden even briefly loses the focus.
        closed && 'has-[textarea:placeholder-shown:not(:focus)]:hidden',
      )}
    >
      <CommentInput
        ref={input}
        label={label}
        placeholder={placeholder}
        readOnly={closed || busy}
        saved={areDraftsRead ? (drafts[slot] ?? '') : undefined}
        onType={(text) => keepDraft(event.id, slot, text)}
        {...(onEscape && { onEscape })}
      />
      {closed ? null : <SubmitButton busy={busy && common.sending}>{submitLabel}</SubmitButton>}
      {rest.children}
    </form>
  )
}

interface CommentInputProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  /** The field's name for screen readers. */
  label: string
  ref: RefObject<HTMLTextAreaElement | null>
  /** The saved text, '' without one; undefined until it has been read. It fills the field if it starts with the
   *  field's text. Otherwise that text, typed before hydration, is saved instead. */
  saved?: string | undefined
  onType: (text: string) => void
  /** For Escape while it loses no typed text: the field is blank, or holds the `posted` text. */
  onEscape?: () => void
  posted?: string
}

/** A field that grows with its text. Enter adds a line break; Control or Command with Enter submits the form. */
export function CommentInput({ label, ref, saved, onType, onEscape, posted, ...rest }: CommentInputProps) {
  const id = useId()
  const [length, setLength] = useState(0)
  const isTooLong = length > commentMax

  // biome-ignore lint/correctness/useExhaustiveDependencies: later typing is reported by the field.
  useEffect(() => {
    const field = ref.current
    if (saved === undefined || field === null || field.value === saved) return
    if (saved.startsWith(field.value)) field.value = saved
    else onType(field.value)
    setLength(plain(field.value).length)
  }, [saved, ref])

  function handleKeyDown(press: KeyboardEvent<HTMLTextAreaElement>) {
    // An input method takes Escape for itself.
    if (press.key === 'Escape' && onEscape && !press.nativeEvent.isComposing) {
      press.stopPropagation()
      const { value } = press.currentTarget
      if (isBlank(value) || value === posted) onEscape()
    }
    if (press.key === 'Enter' && (press.ctrlKey || press.metaKey)) {
      press.preventDefault()
      press.currentTarget.form?.requestSubmit()
    }
  }

  return (
    <>
      {isTooLong ? (
        // In a separate row above the field, so that the buttons stay level with the field.
        <p id={id} role="alert" className="basis-full text-sm text-danger">
          {tooLong}
        </p>
      ) : null}
      <TextArea
        {...rest}
        ref={ref}
        rows={1}
        aria-label={label}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? id : undefined}
        onChange={({ target }) => {
          setLength(plain(target.value).length)
          onType(target.value)
          // The field may have grown, and pushed its button out of the list.
          target.form?.scrollIntoView({ block: 'nearest' })
        }}
        onKeyDown={handleKeyDown}
        className="block field-sizing-content max-h-32 min-w-0 flex-1 basis-40 resize-none!"
      />
    </>
  )
}

/** Posts comments on an event, or replies to `parentId`. `post` resolves to null if nothing was posted; the typed
 *  text then stays. */
function usePosting(eventId: number, parentId: number | null) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const goToLogin = useLogin()
  const attempt = `comment ${eventId} ${parentId ?? ''}`
  /** The last text sent, and its key: repeated after a lost answer, it counts as the same comment. */
  const sent = useRef({ text: '', key: '' })

  async function post(text: string): Promise<Comment | null> {
    if (busy || isBlank(text) || plain(text).length > commentMax) return null
    if (readSession() === null) {
      await goToLogin()
      return null
    }
    setBusy(true)
    if (sent.current.text !== text) sent.current = { text, key: newId() }
    const body = { content: text, parent_id: parentId, client_key: sent.current.key }
    try {
      const comment = await call(writeComment, { params: { eventId }, body })
      sent.current = { text: '', key: '' }
      settle(attempt)
      return comment
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 401) {
        await goToLogin()
        return null
      }
      notify.failure(postFailure(error), { attempt })
      // The page was out of date: the comments were closed, the event was called off, or its owner blocked the viewer.
      if (status === 409 || status === 403) await revalidate()
      return null
    } finally {
      setBusy(false)
    }
  }

  return { busy, post }
}

/** Goes to the login page with a notice; the login returns to the comments. */
export function useLogin() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    notify.failure(m.loginFirst, { showOnNextPage: true })
    return navigate(loginPath(`${pathname}${search}${commentsHash}`))
  }
}
