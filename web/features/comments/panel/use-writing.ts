import { useEffect, useState } from 'react'
import { isBackFromLogin } from '#web/features/comments/writing/way-back.ts'

/** Whether a form to reply or to edit is open. One that its reader asked for takes the focus (`isAsked`). One that opens because
 *  a text was kept (`draft`) leaves the focus and the scroll position alone, unless a login leads back to it. */
export function useWriting(draft: string | undefined) {
  const [reason, setReason] = useState<'asked' | 'kept' | null>(null)
  useEffect(() => {
    if (draft) setReason((before) => before ?? (isBackFromLogin() ? 'asked' : 'kept'))
  }, [draft])
  return {
    isWriting: reason !== null,
    isAsked: reason === 'asked',
    begin: () => setReason('asked'),
    end: () => setReason(null),
  }
}
