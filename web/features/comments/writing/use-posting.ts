import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Comment, commentMax, isBlank, plain, writeComment } from '#contract/comments/comments.ts'
import { postFailure } from '#web/features/comments/list/failures.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { readSession } from '#web/lib/session/session.ts'
import { useLogin } from './use-login.ts'

/** Posts comments on an event, or replies to `parentId`. `post` resolves to null where nothing was posted; the typed
 *  text then stays. */
export function usePosting(eventId: number, parentId: number | null) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const goToLogin = useLogin()
  const attempt = `comment ${eventId} ${parentId ?? ''}`
  /** The last text sent and its key. Sent again after a lost answer, it counts as the same comment. */
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
      // The page was out of date: the comments were closed, the event was called off, or its owner blocked the reader.
      if (status === 409 || status === 403) await revalidate()
      return null
    } finally {
      setBusy(false)
    }
  }

  return { busy, post }
}
