import { useEffect, useState } from 'react'
import { type Comment, deleteComment } from '#contract/comments/comments.ts'
import { deleteFailure } from '#web/features/comments/list/failures.ts'
import { neighbourOf } from '#web/features/comments/list/thread-list.ts'
import type { Comments } from '#web/features/comments/list/use-comments.ts'
import { useLogin } from '#web/features/comments/writing/use-login.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { elementId } from './comments-preview.tsx'

/** Asks once, takes the comment out of the list at once, and loads the list again when the server refuses.
 *  `fallback` gets the focus where no comment is left. */
export function useDeletion(comments: Comments, say: (text: string) => void, fallback: () => HTMLElement | null) {
  const [asked, setAsked] = useState<Comment | null>(null)
  const [busy, setBusy] = useState(false)
  const [next, setNext] = useState<{ id: number | null } | null>(null)
  const goToLogin = useLogin()

  // The focus moves only after the dialog has closed, because closing returns it to a button that is gone.
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
      say('The comment was deleted.')
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
