import { useEffect } from 'react'
import { errors } from '#contract/errors.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { takeLoss } from '#web/lib/session/session.ts'

/** Tells somebody whose session the server ended why they must log in again. It waits until the page is shown,
 *  because a notice given during the navigation would leave with the page before. */
export function useToldLoss(): void {
  useEffect(() => {
    if (takeLoss()) notify.failure(errors.session_expired.message)
  }, [])
}
