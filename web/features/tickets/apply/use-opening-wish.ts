import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showOpeningWish, undoOpeningWish, wishForOpening } from '#contract/engagement/opening-wishes.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Whether the reader is told when registration opens. Visitors are led to the login, and come back afterwards. */
export function useOpeningWish(eventId: number) {
  const userId = useSession()?.id ?? null
  const [isWished, setWished] = useState(false)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const goToLogin = () => navigate(loginPath(pathname + search))

  useEffect(() => {
    if (userId === null) return setWished(false)
    let current = true
    const keep = (known: { is_wished: boolean }) => current && setWished(known.is_wished)
    // Where it cannot be read it is offered: asking twice changes nothing.
    call(showOpeningWish, { params: { eventId } }).then(keep, () => undefined)
    return () => {
      current = false
    }
  }, [eventId, userId])

  async function toggle() {
    if (userId === null) return goToLogin()
    setBusy(true)
    try {
      const { is_wished } = await call(isWished ? undoOpeningWish : wishForOpening, { params: { eventId } })
      setWished(is_wished)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return goToLogin()
      notify.failure(messageOf(error, 'This could not be changed. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return { isWished, busy, toggle }
}
