import { Bell, BellRing } from 'lucide'
import { useEffect, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showOpeningWish, undoOpeningWish, wishForOpening } from '#contract/engagement/engagement.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-apply.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Whether the viewer is mailed when registration opens. Visitors go to the login page and come back. */
function useOpeningWish(eventId: number) {
  const userId = useSession()?.id ?? null
  const [isWished, setWished] = useState(false)
  const { run, busy } = useAction()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const goToLogin = () => navigate(loginPath(pathname + search))

  useEffect(() => {
    if (userId === null) return setWished(false)
    let current = true
    const keep = (known: { is_wished: boolean }) => current && setWished(known.is_wished)
    // If it cannot be loaded the button is shown: asking twice changes nothing.
    call(showOpeningWish, { params: { eventId } }).then(keep, () => undefined)
    return () => {
      current = false
    }
  }, [eventId, userId])

  async function toggle() {
    if (userId === null) return goToLogin()
    await run(
      async () => {
        const { is_wished } = await call(isWished ? undoOpeningWish : wishForOpening, { params: { eventId } })
        setWished(is_wished)
      },
      (error) => {
        if (error instanceof ApiError && error.status === 401) return goToLogin()
        return messageOf(error, common.notSaved)
      },
    )
  }

  return { isWished, busy, toggle }
}

/** Turns the mail about the opening of registration on or off. */
export function OpeningWish({ eventId }: { eventId: number }) {
  const { isWished, busy, toggle } = useOpeningWish(eventId)
  const message = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p id={message} role="status" className={isWished ? 'flex min-w-0 flex-1 items-center gap-2' : 'sr-only'}>
        {isWished ? (
          <>
            <Icon icon={BellRing} className="shrink-0 text-accent-ink" />
            {m.willTell}
          </>
        ) : null}
      </p>
      {/* One button, so that the focus stays on it. */}
      <Button
        variant="secondary"
        wide={!isWished}
        busy={busy && common.saving}
        onClick={toggle}
        aria-describedby={isWished ? message : undefined}
      >
        {isWished ? null : <Icon icon={Bell} />}
        {isWished ? common.undo : m.tellMe}
      </Button>
    </div>
  )
}
