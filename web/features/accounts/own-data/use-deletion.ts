import { useState } from 'react'
import { type DeletionPreview, deleteAccount, previewDeletion } from '#contract/accounts/deletion.ts'
import type { OwnProof } from '#contract/accounts/profile.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { forgetAccount } from '#web/lib/session/session.ts'

/** What a deletion would do, asked for when somebody wants one: null before that. */
export function useDeletion() {
  const [preview, setPreview] = useState<DeletionPreview | 'loading' | null>(null)

  async function ask() {
    setPreview('loading')
    try {
      setPreview(await call(previewDeletion))
    } catch (error) {
      setPreview(null)
      notify.failure(messageOf(error, 'Your account could not be read. Please try again.'))
    }
  }

  return { preview, ask, close: () => setPreview(null) }
}

/** Deletes the account, and has this browser forget it; the guard then leads to the login. Throws ApiError. */
export async function deleteForGood(proof: OwnProof): Promise<void> {
  const { message } = await call(deleteAccount, { body: proof })
  const forgotten = forgetAccount()
  notify.success(message, { travels: true })
  await forgotten
}
