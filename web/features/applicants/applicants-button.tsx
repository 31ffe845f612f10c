import { ChevronDown, Users } from 'lucide'
import { useEffect, useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import { isTicket } from '#contract/events/application.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { type Applicant, type FellowApplicant, isFullRecord, listApplicants } from '#contract/tickets/applicants.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import { ApiError, isOutcomeUnknown } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { FullRecord, nameOf, Person, StatusBadge } from './applicant.tsx'
import { ApplicantsTools, DownloadApplicants, useApplicants } from './search-applicants.tsx'
import { SlipReview } from './slip-review.tsx'

/** The applicants on an event's page, for its team and for ticket holders; hidden if there are none. If they cannot be
 *  counted, the list itself says why. */
export function EventApplicants({ event }: { event: EventDetail }) {
  const session = useSession()
  const decides = isAtLeast(event.role, 'desk')
  const { ticket } = event.standing
  const allowed = decides || (session !== null && ticket !== null && isTicket(ticket))
  const any = useAnyApplicant(event.id, allowed, event.current_attendees)
  return any ? <ApplicantsButton event={event} decides={decides} /> : null
}

/** Whether anyone has applied, for viewers who may know. Asks the server again when `seats` changes. */
function useAnyApplicant(eventId: number, allowed: boolean, seats: number): boolean {
  const [any, setAny] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of applicants changes with the number of seats.
  useEffect(() => {
    if (!allowed) return
    let gone = false
    callCounted(listApplicants, { params: { eventId }, query: { limit: 1 } }).then(
      ({ total }) => {
        if (!gone) setAny(total > 0)
      },
      (error) => {
        // The page works without the list (specification, section 8).
        if (error instanceof ApiError && error.status === 403) console.warn(error.message)
        else if (!gone && isOutcomeUnknown(error)) setAny(true)
      },
    )
    return () => {
      gone = true
    }
  }, [eventId, allowed, seats])
  return allowed && any
}

interface ApplicantsButtonProps {
  event: { id: number; event_name: string }
  /** Whether the viewer decides about applications, and may download the list. */
  decides: boolean
  /** Called when the list is closed. */
  onSeen?: () => void
}

export function ApplicantsButton({ event, decides, onSeen }: ApplicantsButtonProps) {
  const [open, setOpen] = useState(false)

  function handleClose() {
    setOpen(false)
    onSeen?.()
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setOpen(true)}
        aria-label={fill(m.viewApplicantsOf, { event: event.event_name })}
      >
        <Icon icon={Users} />
        {m.viewApplicants}
      </Button>
      <Dialog open={open} title={m.eventApplicants} onClose={handleClose}>
        <ApplicantsList eventId={event.id} decides={decides} />
      </Dialog>
    </>
  )
}

/** Above this number of applicants there are search and sorting. */
const many = 20

function ApplicantsList({ eventId, decides }: { eventId: number; decides: boolean }) {
  const { list, problem, busy, wanted, setWanted, loadAgain, loadMore, refresh } = useApplicants(eventId)
  const failure = problem ? <LoadFailure text={problem} busy={busy} onAgain={loadAgain} /> : null
  if (failure && list === null) return failure
  if (list === null) return <Loading />

  const { applicants, total } = list
  const left = total - applicants.length
  return (
    <>
      {total > many || wanted.search ? <ApplicantsTools wanted={wanted} onChange={setWanted} /> : null}
      <p role="status" className="figures text-sm text-ink-soft">
        {totalText(total, wanted.search !== '')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it to scroll. */}
      <section aria-label={m.applicants} tabIndex={0} className="relative -mx-2 min-h-40 flex-1 overflow-y-auto px-2">
        <ul className="divide-y divide-line">
          {applicants.map((applicant) => (
            <ApplicantRow key={applicant.id} applicant={applicant} onDecided={refresh} />
          ))}
        </ul>
        {left > 0 ? (
          <Button variant="quiet" wide busy={busy && common.loading} onClick={loadMore}>
            {fill(m.showMore, { count: formatNumber(left) })}
          </Button>
        ) : null}
      </section>
      {failure}
      {decides && !problem ? (
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.applicants(eventId)} variant="quiet">
            {m.allApplicants}
          </ButtonLink>
          <DownloadApplicants eventId={eventId} />
        </div>
      ) : null}
    </>
  )
}

function totalText(total: number, searched: boolean): string {
  if (total === 0) return searched ? m.nobodyFound : m.nobodyApplied
  return counted(total, m.applicantCount_one, m.applicantCount_other)
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <p className="sr-only">{common.loading}</p>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}

interface ApplicantRowProps {
  applicant: Applicant | FellowApplicant
  /** Called after something about the applicant's payment was decided. */
  onDecided: () => void
}

/** The owner can open the row for all details. */
function ApplicantRow({ applicant, onDecided }: ApplicantRowProps) {
  if (!isFullRecord(applicant)) {
    return (
      <li className="flex items-center gap-3 py-3">
        <Person applicant={applicant} name={applicant.username}>
          <StatusBadge applicant={applicant} />
        </Person>
      </li>
    )
  }
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-sm py-3 [&::-webkit-details-marker]:hidden">
          <Person applicant={applicant} name={nameOf(applicant)}>
            <StatusBadge applicant={applicant} />
          </Person>
          <Icon icon={ChevronDown} className="shrink-0 text-ink-soft transition group-open:rotate-180" />
        </summary>
        <SlipReview applicant={applicant} onDecided={onDecided} />
        <FullRecord applicant={applicant} />
      </details>
    </li>
  )
}
