import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { deleteEvent } from '#contract/events/own-events.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

export type DeletableEvent = Pick<CardEvent, 'id' | 'event_name' | 'status' | 'current_attendees'>

/** Asks once, with the current state of the event; then deletes it and loads the page's events again. */
export function useDeletion(event: DeletableEvent) {
  const [asked, setAsked] = useState<DeletableEvent | null>(null)
  const [counting, setCounting] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const params = { eventId: event.id }

  async function ask() {
    setCounting(true)
    // People may have applied since the page was loaded.
    setAsked(await call(showEventCard, { params }).catch(() => event))
    setCounting(false)
  }

  async function confirm() {
    setBusy(true)
    try {
      const { message } = await call(deleteEvent, { params })
      notify.success(message)
      await revalidate()
    } catch (error) {
      notify.failure(messageOf(error, 'Failed to delete the event. Please try again.'))
      // The event may be gone already. Without an answer there is nothing newer to show, and a failed reload would
      // replace the page.
      if (!isSilence(error)) await revalidate()
    }
    setBusy(false)
    setAsked(null)
  }

  return { asked, counting, busy, ask, confirm, close: () => setAsked(null) }
}
