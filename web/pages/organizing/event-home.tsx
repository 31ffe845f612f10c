import { useState } from 'react'
import { Outlet, useOutletContext } from 'react-router'
import { isAtLeast } from '#contract/endpoint.ts'
import { type Event, showEvent } from '#contract/events/events.ts'
import { type ApplicantCounts, countApplications } from '#contract/tickets/applicants.ts'
import { listMessages } from '#contract/tickets/messages.ts'
import { requireOrganizer } from '#web/features/organizers/require-organizer.ts'
import { EventHome } from '#web/features/organizing/manage/event-home.tsx'
import { call } from '#web/lib/api/call.ts'
import { orNull, requireSession, unlessOnlySearchChanged } from '#web/lib/api/loaders.ts'
import { isOrganizer } from '#web/lib/session/session.ts'
import type { Route } from './+types/event-home.ts'

/** The event is null where it cannot be shown: the tab's own loader then says why. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const session = requireSession(request)
  const count = () => orNull(call(countApplications, { params }))
  // Owners need not wait until their role is known.
  const [event, counted] = await Promise.all([
    orNull(call(showEvent, { params })),
    isOrganizer(session) ? count() : null,
  ])
  const role = event?.role ?? null
  const counts = counted ?? (isAtLeast(role, 'desk') ? await count() : null)
  if (event === null || role === null) {
    // Somebody who is not in the team can only be looking for events of their own.
    if (event !== null) await requireOrganizer(request)
    return { event: null, counts, needsNoThanks: false }
  }
  const needsNoThanks = event.status === 'COMPLETED' && isAtLeast(role, 'co_host') && (await wasThanked(event))
  return { event: { ...event, role }, counts, needsNoThanks }
}

/** Whether a message has left after the event's end, or will; also where none can be written, or that is not known. */
async function wasThanked({ id, end_date_event }: Event): Promise<boolean> {
  const written = await orNull(call(listMessages, { params: { eventId: id } }))
  if (written === null || written.closed !== null) return true
  const isAfter = (send_at: string) => Date.parse(send_at) >= Date.parse(end_date_event)
  return written.messages.some(({ send_at, state }) => isAfter(send_at) && state !== 'stopped')
}

/** Another tab counts again; parts of a tab do not. */
export const shouldRevalidate = unlessOnlySearchChanged

interface HomeContext {
  /** Null if they are not known. */
  counts: ApplicantCounts | null
  /** Corrects the counts after something was decided in a tab. */
  changeCounts: (changes: Partial<ApplicantCounts>) => void
}

/** For the pages of the tabs. */
export const useEventHome = () => useOutletContext<HomeContext>()

export default function EventHomeLayout({ loaderData: loaded }: Route.ComponentProps) {
  const [changed, setChanged] = useState({ since: loaded, counts: loaded.counts })
  const counts = changed.since === loaded ? changed.counts : loaded.counts
  const changeCounts = (changes: Partial<ApplicantCounts>) =>
    setChanged({ since: loaded, counts: counts && { ...counts, ...changes } })

  const tab = <Outlet context={{ counts, changeCounts } satisfies HomeContext} />
  return loaded.event === null ? (
    tab
  ) : (
    <EventHome event={loaded.event} counts={counts} needsNoThanks={loaded.needsNoThanks}>
      {tab}
    </EventHome>
  )
}
