import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { endOtherSessions, endSession } from '#contract/accounts/sessions.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** Ends sessions, and loads the page's list again; `onEnded` is called in between, with the button that was pressed.
 *  `busy` is the id of the one that is being ended, or 'others'. */
export function useSessions(onEnded: (pressed: HTMLButtonElement) => void) {
  const [busy, setBusy] = useState<string | null>(null)
  const { revalidate } = useRevalidator()

  async function end(what: string, pressed: HTMLButtonElement, work: () => Promise<string>) {
    setBusy(what)
    try {
      notify.success(await work())
      onEnded(pressed)
    } catch (error) {
      // One that has ended already is what was wanted.
      if (error instanceof ApiError && error.code === 'session_not_found') onEnded(pressed)
      else notify.failure(messageOf(error, 'The session could not be ended. Please try again.'))
    }
    await revalidate()
    setBusy(null)
  }

  return {
    busy,
    endOne: (sessionId: string, pressed: HTMLButtonElement) =>
      end(sessionId, pressed, async () => {
        await call(endSession, { params: { sessionId } })
        return 'The session has ended.'
      }),
    endOthers: (pressed: HTMLButtonElement) =>
      end('others', pressed, async () => (await call(endOtherSessions)).message),
  }
}
