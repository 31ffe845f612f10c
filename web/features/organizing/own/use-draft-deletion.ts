import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteDraft, type SavedDraft } from '#contract/events/drafts.ts'
import { draftName, forgetDraft, keptKey } from '#web/features/organizing/draft/kept-draft.ts'
import { errorOf, isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSession } from '#web/lib/session/session.ts'

/** Asks once; then deletes the draft, with what this browser has kept of it, and loads the list again. */
export function useDraftDeletion({ id }: SavedDraft) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const personId = useSession()?.id

  async function forget() {
    if (personId !== undefined) await forgetDraft(keptKey(personId, draftName(id)))
  }

  async function confirm() {
    setBusy(true)
    try {
      const { message } = await call(deleteDraft, { params: { draftId: id } })
      await forget()
      notify.success(message)
      await revalidate()
    } catch (error) {
      if (errorOf(error)?.code === 'draft_not_found') await forget()
      notify.failure(messageOf(error, 'Failed to delete the draft. Please try again.'))
      // It may be gone already. Without an answer a reload would fail too, and replace the page.
      if (!isSilence(error)) await revalidate()
    }
    setBusy(false)
    setAsking(false)
  }

  return { isAsking, busy, ask: () => setAsking(true), confirm, close: () => setAsking(false) }
}
