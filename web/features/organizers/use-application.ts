import { useNavigate, useRevalidator } from 'react-router'
import { applyOrganizer, type OrganizerApplication } from '#contract/organizers.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { updateSession } from '#web/lib/session/session.ts'

/** Makes the reader an organizer: the stored role, and with it theme and sidebar, change at once. */
export function useApplication() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function apply(application: OrganizerApplication) {
    await call(applyOrganizer, { body: application })
    updateSession({ status: 'Organizer' })
    notify.success('Application to become an organizer submitted successfully!', { travels: true })
    await navigate('/')
  }

  function handleRefusal(error: unknown) {
    if (!(error instanceof ApiError) || error.code !== 'already_organizer') return
    // The reader became an organizer in another browser, and this one did not know it.
    updateSession({ status: 'Organizer' })
    revalidate()
  }

  return { apply, handleRefusal }
}
