import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteDraft, type SavedDraft } from '#contract/events/drafts.ts'
import { isSilence, serverWords } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** Asks once; then deletes the draft and loads the list again. */
export function useDraftDeletion({ id }: SavedDraft) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function confirm() {
    setBusy(true)
    try {
      const { message } = await call(deleteDraft, { params: { draftId: id } })
      notify.success(message)
      await revalidate()
    } catch (error) {
      notify.failure(serverWords(error) ?? 'Failed to delete the draft. Please try again.')
      // It may be gone already. Without an answer a reload would fail too, and replace the page.
      if (!isSilence(error)) await revalidate()
    }
    setBusy(false)
    setAsking(false)
  }

  return { isAsking, busy, ask: () => setAsking(true), confirm, close: () => setAsking(false) }
}
