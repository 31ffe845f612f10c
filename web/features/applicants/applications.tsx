import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Event } from '#contract/events/events.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { paths } from '#contract/paths.ts'
import { type ApplicantCounts, countApplications, isFullRecord } from '#contract/tickets/applicants.ts'
import { call } from '#web/lib/api/call.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { type ApplicantTab, tabPath, tabsFor } from './application-states.ts'
import { ApplicationRow } from './applications-list.tsx'
import { BulkBar, DecisionDialog, useChoice, useDecision } from './decisions.tsx'
import { ApplicantsTools, DownloadApplicants, useApplicants } from './search-applicants.tsx'

const number = new Intl.NumberFormat('en-US')

interface ApplicationsProps {
  event: Event
  /** Null where they could not be counted. */
  first: ApplicantCounts | null
  tab: ApplicantTab
}

/** The applications for an event by their state, for its owner to decide about, one or many at a time. */
export function Applications({ event, first, tab }: ApplicationsProps) {
  const { list, problem, busy, wanted, setWanted, loadAgain, loadMore, refresh } = useApplicants(event.id, tab.filter)
  const { counts, seats, recount } = useNews(event, first, refresh)
  const [decisions, setDecisions] = useState(0)
  const said = useRef<HTMLParagraphElement>(null)
  const isOver = event.is_called_off || event.status === 'COMPLETED'
  const shown = list?.applicants.filter(isFullRecord) ?? []
  const choice = useChoice(shown, isOver)
  const decision = useDecision(event.id, handleDecided)
  // Once the question is closed, the pressed button may be gone with its row.
  useEffect(() => {
    if (decisions > 0) said.current?.focus()
  }, [decisions])
  function handleDecided(decided: number[]) {
    choice.leaveOut(decided)
    refresh()
    void recount()
    setDecisions((before) => before + 1)
  }

  const left = (list?.total ?? 0) - shown.length

  return (
    <div className="@container flex flex-col gap-4">
      <ApplicantTabs event={event} counts={counts} selected={tab} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="figures text-ink-soft">{seatsWords(seats)}</p>
        {counts && (counts.refunds_due > 0 || event.takes_promptpay) ? (
          <ButtonLink to={paths.refunds(event.id)} variant={counts.refunds_due > 0 ? 'secondary' : 'quiet'}>
            {refundsWords(counts.refunds_due)}
          </ButtonLink>
        ) : null}
      </div>
      <ApplicantsTools wanted={wanted} onChange={setWanted} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={said} role="status" tabIndex={-1} className="figures rounded-sm text-sm text-ink-soft">
          {list === null ? '' : shownWords(list.total)}
        </p>
        {choice.choosable.length > 1 ? <ChooseAll choice={choice} /> : null}
      </div>
      {problem ? <LoadFailure text={problem} busy={busy} onAgain={loadAgain} /> : null}
      {list === null && !problem ? <Waiting /> : null}
      {list?.total === 0 ? <EmptyState title={wanted.search ? 'Nobody found.' : tab.empty} /> : null}
      {shown.length > 0 ? (
        <ul aria-label="Applicants" className="flex flex-col gap-3">
          {shown.map((applicant) => (
            <ApplicationRow
              key={applicant.id}
              applicant={applicant}
              choice={choice}
              decision={decision}
              onDecided={() => handleDecided([applicant.application_id])}
            />
          ))}
        </ul>
      ) : null}
      {left > 0 ? (
        <Button variant="quiet" wide busy={busy && 'Loading...'} onClick={loadMore}>
          Show more ({number.format(left)} left)
        </Button>
      ) : null}
      {shown.length > 0 && !problem ? (
        <div className="flex justify-end">
          <DownloadApplicants eventId={event.id} wanted={{ ...wanted, ...tab.filter }} />
        </div>
      ) : null}
      <BulkBar choice={choice} decision={decision} />
      <DecisionDialog eventId={event.id} decision={decision} />
    </div>
  )
}

function ApplicantTabs({
  event,
  counts,
  selected,
}: {
  event: Event
  counts: ApplicantCounts | null
  selected: ApplicantTab
}) {
  const tabs = tabsFor(event, counts, selected)
  return (
    <nav
      aria-label="Applicants by state"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-1 rounded-lg bg-sunken p-1 sm:flex sm:flex-wrap"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tabPath(event.id, tab)}
          replace
          preventScrollReset
          aria-current={tab === selected ? 'page' : undefined}
          className={classes(
            'flex min-h-11 items-center justify-center gap-x-2 rounded-md px-2 py-1.5 text-center leading-tight transition max-sm:flex-col sm:flex-1 sm:whitespace-nowrap',
            tab === selected ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {tab.label}
          {counts ? <span className="figures">{number.format(counts[tab.id])}</span> : null}
        </Link>
      ))}
    </nav>
  )
}

function ChooseAll({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { choosable, chosen, chooseAll, chooseNone } = choice
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={chosen.length === choosable.length}
        onChange={({ target }) => (target.checked ? chooseAll() : chooseNone())}
        className="size-5 accent-accent"
      />
      {`Choose all shown (${number.format(choosable.length)})`}
    </label>
  )
}

/** '38 of 40 seats are taken.' */
function seatsWords({ max_attendee, current_attendees }: Pick<Event, 'max_attendee' | 'current_attendees'>): string {
  const taken = number.format(current_attendees)
  if (max_attendee) return `${taken} of ${number.format(max_attendee)} seats are taken.`
  return current_attendees === 1
    ? '1 seat is taken. There is no limit.'
    : `${taken} seats are taken. There is no limit.`
}

/** The words of the way to the refunds. */
function refundsWords(due: number): string {
  if (due === 0) return 'Refunds'
  return due === 1 ? '1 refund due' : `${number.format(due)} refunds due`
}

function shownWords(total: number): string {
  if (total === 0) return ''
  return total === 1 ? '1 applicant' : `${number.format(total)} applicants`
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      <p className="sr-only">Loading...</p>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}

/** In a rush the list is loaded again at most once in this time, in milliseconds. */
const pace = 2_000

/** The numbers of an event's applications and seats, as they change while the page is open. `first` is null where they could
 *  not be counted. `onNews` is called when somebody has applied, withdrawn, sent a slip or been decided about. */
export function useNews(event: Event, first: ApplicantCounts | null, onNews: () => void) {
  const { id } = event
  const [counts, setCounts] = useState(first)
  const [live, setLive] = useState<LiveEvent | null>(null)
  const told = useRef<string | null>(null)
  const heard = useRef(onNews)
  useEffect(() => {
    heard.current = onNews
  })

  async function recount() {
    // The old numbers stay where the new ones do not come.
    const fresh = await call(countApplications, { params: { eventId: id } }).catch(() => null)
    if (fresh) setCounts(fresh)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `recount` changes with the event alone.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followSoon(
      { eventId: id, link: undefined },
      {
        onEvent(news) {
          setLive(news)
          const { current_attendees, waiting, to_approve, to_pay, slips } = news
          const numbers = [current_attendees, waiting, to_approve, to_pay, slips].join()
          const isNews = told.current !== null && told.current !== numbers
          told.current = numbers
          if (!isNews || timer !== undefined) return
          timer = setTimeout(() => {
            timer = undefined
            heard.current()
            void recount()
          }, pace)
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

  return { counts, seats: live ?? event, recount }
}
