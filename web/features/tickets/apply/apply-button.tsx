import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { withQuestion } from '#contract/events/event-link.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { useNow } from '#web/lib/clock/now.ts'
import { opensIn } from '#web/lib/clock/until.ts'
import { useReaderZone } from '#web/lib/format/reader-zone.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useAwaitsOwn } from '#web/lib/session/own-data.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { NeedsScript } from '#web/ui/display/needs-script.tsx'
import { Skeleton } from '#web/ui/display/skeleton.tsx'
import { AskToApply } from './ask-to-apply.tsx'
import { useHeldTicket } from './held-ticket.ts'
import { ReasonNote } from './reason-note.tsx'
import { offerTo } from './reasons.ts'
import { UnapplyDialog } from './unapply-dialog.tsx'
import { useApplication } from './use-application.ts'
import { useQuestion } from './use-question.ts'

/** Applies for the event or gives the ticket back, links to the ticket, and says in advance why it cannot be
 *  pressed. `isGone`: the reader may no longer see the event. */
export function ApplyButton({ event, isGone }: { event: EventDetail; isGone: boolean }) {
  const now = useNow()
  const awaited = useAwaitsOwn(event.user_engaged)
  if (now === null || awaited) {
    return (
      <>
        <Skeleton className="h-11 w-full noscript:hidden" />
        <NeedsScript>To apply, turn on JavaScript in your browser.</NeedsScript>
      </>
    )
  }
  return <Application event={event} isGone={isGone} now={now} />
}

function Application({ event, isGone, now }: { event: EventDetail; isGone: boolean; now: number }) {
  const session = useSession()
  const zone = useReaderZone()
  const { pathname, search } = useLocation()
  const { busy, apply, unapply } = useApplication(event.id)
  const holds = event.standing.ticket !== null
  const ticket = useHeldTicket(session?.id ?? null, event.id, holds)
  const [asking, setAsking] = useState(false)
  const question = useQuestion(session === null)
  const { deed, refusal, reasons, opensAt } = offerTo(
    event,
    { isVisitor: session === null, isShutOut: isGone, zone },
    now,
  )
  const place = useFocusAfterChange(!busy && !asking && !question.isOpen, `${deed} ${refusal}`)
  const back = withQuestion(pathname + search)
  const note = useId()
  const described = { 'aria-describedby': reasons.length > 0 ? note : undefined, unavailable: refusal !== null }

  async function handleUnapply() {
    await unapply()
    setAsking(false)
  }

  async function handleAnswer() {
    await apply()
    question.close()
  }

  // What stands against it is read where the button is.
  const mayAsk = deed === 'apply' && refusal === null
  const { ref: panel } = place
  const { isOpen: isAsked, close: closeQuestion } = question
  useEffect(() => {
    if (!isAsked || mayAsk || busy) return
    closeQuestion()
    panel.current?.focus()
  }, [isAsked, mayAsk, busy, closeQuestion, panel])

  return (
    <div {...place} tabIndex={-1} className="flex flex-col gap-3 rounded-md outline-none">
      {holds ? (
        <ButtonLink to={ticket ? paths.virtualTicket(ticket.id) : paths.myTickets} wide>
          View Ticket
        </ButtonLink>
      ) : null}
      {/* The keys differ, so that the pressed button does not turn into the other one under the finger. */}
      {deed === 'unapply' ? (
        <Button key="unapply" {...described} variant="secondary" wide busy={busy} onClick={() => setAsking(true)}>
          Unapply
        </Button>
      ) : session === null && refusal === null ? (
        <>
          <ButtonLink to={loginPath(back)} wide aria-describedby={described['aria-describedby']}>
            Apply Now
          </ButtonLink>
          <ButtonLink to={loginPath(back, paths.register)} variant="secondary" wide>
            Sign Up to Apply
          </ButtonLink>
        </>
      ) : (
        <Button key="apply" {...described} wide busy={busy} onClick={apply}>
          Apply Now
        </Button>
      )}
      <ReasonNote
        id={note}
        reasons={reasons}
        head={opensAt === null ? null : <Countdown opensAt={opensAt} now={now} />}
      >
        {refusal === 'birth_date_missing' ? <ProfileLink /> : null}
      </ReasonNote>
      <AskToApply
        open={isAsked && (mayAsk || busy !== false)}
        event={event}
        busy={busy}
        onConfirm={handleAnswer}
        onClose={question.close}
      />
      <UnapplyDialog
        open={asking}
        event={event}
        ticket={ticket}
        busy={busy}
        onConfirm={handleUnapply}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** The time left until `opensAt`. Screen readers read it on request and not every second: the sentence beside it
 *  names the time, and LiveNews announces the opening once. */
function Countdown({ opensAt, now }: { opensAt: number; now: number }) {
  return (
    <p role="timer" aria-live="off" className="figures font-medium text-ink">
      {opensIn(opensAt, now)}
    </p>
  )
}

function ProfileLink() {
  return (
    <Link
      to={paths.accountInfo}
      className="-my-2 self-start py-2.5 font-medium text-accent-ink underline underline-offset-4"
    >
      Go to your profile
    </Link>
  )
}

/** Keeps the keyboard focus here when a button is replaced or disappears, because it was pressed or because the
 *  event has changed: once all is `settled`, and whenever what is `offered` changes. */
function useFocusAfterChange(settled: boolean, offered: string) {
  const ref = useRef<HTMLDivElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `offered` means that the buttons have changed.
  useEffect(() => {
    const isLost = document.activeElement === document.body && (isWithin.current || !wasSettled.current)
    if (settled && isLost) ref.current?.focus({ preventScroll: true })
    wasSettled.current = settled
  }, [settled, offered])
  return {
    ref,
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: () => {
      isWithin.current = false
    },
  }
}
