import { Mail, UserPlus } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isAtLeast } from '#contract/endpoint.ts'
import type { Event } from '#contract/events/events.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { type ApplicantCounts, countApplications, isFullRecord } from '#contract/tickets/applicants.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import { call } from '#web/lib/api/call.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { useCentredTab } from '#web/lib/page/centred-tab.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { type ApplicantTab, tabPath, tabsFor } from './application-states.ts'
import { ApplicationsList } from './applications-list.tsx'
import { BulkBar, type Choice, DecisionDialog, useChoice, useDecision } from './decisions.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ApplicantsTools, DownloadApplicants, useApplicants } from './search-applicants.tsx'

interface ApplicationsProps {
  event: Event
  /** Null if they could not be counted. */
  counts: ApplicantCounts | null
  /** Called with the counts whenever they have changed. */
  onCounts: (counts: ApplicantCounts) => void
  tab: ApplicantTab
}

/** The applications for an event by state, for its team to decide about, one or many at a time. */
export function Applications({ event, counts, onCounts, tab }: ApplicationsProps) {
  const { list, problem, busy, wanted, setWanted, loadAgain, loadMore, refresh } = useApplicants(event.id, tab.filter)
  const { seats, recount } = useLiveSeats(event, counts, { onCounts, onChange: refresh })
  const [decisions, setDecisions] = useState(0)
  const [isInviting, setIsInviting] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const isCoHost = isAtLeast(event.role, 'co_host')
  const isOver = event.is_called_off || event.status === 'COMPLETED'
  const listed = list?.applicants.filter(isFullRecord) ?? []
  const choice = useChoice(listed, isOver)
  const decision = useDecision(event.id, handleDecided)
  // When the dialog closes, the pressed button may be gone with its row. The list stays where it is, for the next one.
  useEffect(() => {
    if (decisions > 0) status.current?.focus({ preventScroll: true })
  }, [decisions])
  function handleDecided(decided: number[]) {
    choice.remove(decided)
    refresh()
    void recount()
    setDecisions((before) => before + 1)
  }

  function handleInvited() {
    setIsInviting(false)
    refresh()
    void recount()
  }

  const left = (list?.total ?? 0) - listed.length

  return (
    <div className="@container flex flex-col gap-4">
      <ApplicantTabs event={event} counts={counts} selected={tab} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="figures text-ink-soft">{seatsText(seats, counts)}</p>
        <div className="flex flex-wrap items-center gap-2">
          {isCoHost && counts && (counts.refunds_due > 0 || event.takes_promptpay) ? (
            <ButtonLink to={paths.refunds(event.id)} variant={counts.refunds_due > 0 ? 'secondary' : 'quiet'}>
              {counts.refunds_due === 0 ? m.refunds : counted(counts.refunds_due, m.refundsDue_one, m.refundsDue_other)}
            </ButtonLink>
          ) : null}
          {isOver || !isCoHost ? null : (
            <Button variant="secondary" onClick={() => setIsInviting(true)}>
              <Icon icon={UserPlus} />
              {m.invitePeople}
            </Button>
          )}
          {!isCoHost || event.is_called_off || tab.audience === undefined ? null : (
            <ButtonLink to={`${paths.messages(event.id)}?to=${tab.audience}`} variant="quiet">
              <Icon icon={Mail} />
              {m.messageThem}
            </ButtonLink>
          )}
        </div>
      </div>
      <ApplicantsTools wanted={wanted} onChange={setWanted} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={status} role="status" tabIndex={-1} className="figures rounded-sm text-sm text-ink-soft">
          {list?.total ? counted(list.total, m.applicantCount_one, m.applicantCount_other) : ''}
        </p>
        {choice.choosable.length > 1 ? <ChooseAll choice={choice} /> : null}
      </div>
      {problem ? <LoadFailure text={problem} busy={busy} onAgain={loadAgain} /> : null}
      {list === null && !problem ? <Loading /> : null}
      {list?.total === 0 ? <EmptyState title={wanted.search ? m.nobodyFound : tab.empty} /> : null}
      {listed.length > 0 ? (
        <ApplicationsList
          applicants={listed}
          choice={choice}
          decision={decision}
          onPaymentDecided={(applicant) => handleDecided([applicant.application_id])}
        />
      ) : null}
      {left > 0 ? (
        <Button variant="quiet" wide busy={busy && common.loading} onClick={loadMore}>
          {fill(m.showMore, { count: formatNumber(left) })}
        </Button>
      ) : null}
      {listed.length > 0 && !problem ? (
        <div className="flex justify-end">
          <DownloadApplicants eventId={event.id} wanted={{ ...wanted, ...tab.filter }} />
        </div>
      ) : null}
      <BulkBar event={event} choice={choice} decision={decision} />
      {/* Those that are released go to the waiting list first. */}
      <DecisionDialog event={event} doorSeats={counts?.waiting === 0 ? counts.set_aside : 0} decision={decision} />
      <InviteDialog event={event} open={isInviting} onInvited={handleInvited} onClose={() => setIsInviting(false)} />
    </div>
  )
}

interface ApplicantTabsProps {
  event: Event
  counts: ApplicantCounts | null
  selected: ApplicantTab
}

/** One row, which scrolls sideways on phones. */
function ApplicantTabs({ event, counts, selected }: ApplicantTabsProps) {
  const row = useCentredTab(tabPath(event.id, selected))
  return (
    <nav
      ref={row}
      aria-label={m.applicantsByState}
      className="relative flex gap-1 overflow-x-auto rounded-lg bg-sunken p-1"
    >
      {tabsFor(event, counts, selected).map((tab) => (
        <Link
          key={tab.id}
          to={tabPath(event.id, tab)}
          replace
          preventScrollReset
          aria-current={tab === selected ? 'page' : undefined}
          className={classes(
            'flex min-h-11 flex-auto items-center justify-center gap-x-2 rounded-md px-3 py-1.5 leading-tight whitespace-nowrap transition',
            tab === selected ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {tab.label}
          {counts ? <span className="figures">{formatNumber(counts[tab.id])}</span> : null}
        </Link>
      ))}
    </nav>
  )
}

function ChooseAll({ choice }: { choice: Choice }) {
  const { choosable, chosen, chooseAll, chooseNone } = choice
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={chosen.length === choosable.length}
        onChange={({ target }) => (target.checked ? chooseAll() : chooseNone())}
        className="size-5 accent-accent"
      />
      {fill(m.chooseAll, { count: formatNumber(choosable.length) })}
    </label>
  )
}

type Seats = Pick<Event, 'max_attendee' | 'current_attendees'>
type SeatCounts = Pick<ApplicantCounts, 'seats_held' | 'set_aside' | 'seats_left' | 'waiting'>

/** '38 of 40 seats are taken.', and by the last count, which of the others are not free: those set aside for the door, or kept for
 *  a waiting party. */
export function seatsText({ max_attendee, current_attendees }: Seats, counts: SeatCounts | null): string {
  const taken = max_attendee
    ? fill(m.seatsTaken, { taken: formatNumber(current_attendees), seats: formatNumber(max_attendee) })
    : counted(current_attendees, m.seatsTakenNoLimit_one, m.seatsTakenNoLimit_other)
  if (counts === null) return taken
  const { seats_held, set_aside, seats_left, waiting } = counts
  const kept = waiting > 0 && max_attendee && seats_left !== null ? max_attendee - seats_held - seats_left : 0
  return [
    taken,
    ...(set_aside > 0 ? [counted(set_aside, m.seatsSetAside_one, m.seatsSetAside_other)] : []),
    ...(kept > 0 ? [counted(kept, m.seatsKept_one, m.seatsKept_other)] : []),
  ].join(' ')
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <p className="sr-only">{common.loading}</p>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}

/** In a rush the list is loaded again at most this often, in milliseconds. */
const reloadMs = 2_000

/** What changes when somebody applies, leaves or is decided about, or seats are set aside for the door. */
type Numbers = Pick<
  LiveEvent,
  'current_attendees' | 'seats_left' | 'waiting' | 'to_approve' | 'to_pay' | 'invited' | 'slips'
>

function numbersOf({ current_attendees, seats_left, waiting, to_approve, to_pay, invited, slips }: Numbers): string {
  return [current_attendees, seats_left, waiting, to_approve, to_pay, invited, slips].join()
}

/** An event's seats, kept up to date. When someone has applied, withdrawn, sent a slip or been decided about, it calls `onChange`
 *  and counts the applications again. */
function useLiveSeats(
  event: Event,
  counts: ApplicantCounts | null,
  { onCounts, onChange }: { onCounts: (counts: ApplicantCounts) => void; onChange: () => void },
) {
  const { id, current_attendees, seats_left } = event
  const [live, setLive] = useState<LiveEvent | null>(null)
  // Something may have changed between loading the page and the first news.
  const loaded = counts && numbersOf({ ...counts, current_attendees, seats_left, slips: counts.slips_to_check })
  const lastNumbers = useRef(loaded)
  const handleChange = useRef(onChange)
  useEffect(() => {
    handleChange.current = onChange
  })

  async function recount() {
    // If the call fails, the old counts stay.
    const fresh = await call(countApplications, { params: { eventId: id } }).catch(() => null)
    if (fresh) onCounts(fresh)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `recount` depends only on the event.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followSoon(
      { eventId: id, link: undefined },
      {
        onEvent(news) {
          setLive(news)
          const numbers = numbersOf(news)
          const isChanged = lastNumbers.current !== null && lastNumbers.current !== numbers
          lastNumbers.current = numbers
          if (!isChanged || timer !== undefined) return
          timer = setTimeout(() => {
            timer = undefined
            handleChange.current()
            void recount()
          }, reloadMs)
        },
        onGone: () => undefined,
        onRefused: () => undefined,
      },
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id])

  return { seats: live ?? event, recount }
}
