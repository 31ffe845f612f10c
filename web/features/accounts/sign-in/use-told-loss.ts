import { useEffect } from 'react'
import { errors } from '#contract/errors.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { takeLoss } from '#web/lib/session/session.ts'

/** Tells whoever did not log out why they are to log in. Once it is on the screen: what is said on the way here leaves with the page before. */
export function useToldLoss(): void {
  useEffect(() => {
    if (takeLoss()) notify.failure(errors.session_expired.message)
  }, [])
}
