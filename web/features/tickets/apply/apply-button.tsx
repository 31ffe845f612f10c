import { type RefObject, useEffect, useId, useRef, useState } from 'react'
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
import { ApplyBar } from './apply-bar.tsx'
import { AskToApply } from './ask-to-apply.tsx'
import { HeldPanel } from './held-panel.tsx'
import { useHeldTicket } from './held-ticket.ts'
import { OpeningWish } from './opening-wish.tsx'
import { PaymentNote } from './payment-note.tsx'
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
        <PaymentNote event={event} />
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
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useFocusAfterChange(!busy && !asking && !question.isOpen, `${deed} ${refusal}`, heading)
  const mayApply = deed === 'apply' && refusal === null
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
  const { ref: panel } = place
  const { isOpen: isAsked, close: closeQuestion } = question
  useEffect(() => {
    if (!isAsked || mayApply || busy) return
    closeQuestion()
    if (!holds) panel.current?.focus()
  }, [isAsked, mayApply, holds, busy, closeQuestion, panel])

  return (
    <div {...place} tabIndex={-1} className="flex flex-col gap-3 rounded-md outline-none">
      <PaymentNote event={event} />
      {holds ? <HeldPanel event={event} ticket={ticket} heading={heading} /> : null}
      {/* The keys differ, so that the pressed button does not turn into the other one under the finger. */}
      <ApplyBar event={event} inReach={mayApply}>
        {deed === 'unapply' ? (
          <Button key="unapply" {...described} variant="secondary" wide busy={busy} onClick={() => setAsking(true)}>
            Unapply
          </Button>
        ) : session === null && mayApply ? (
          <ButtonLink to={loginPath(back)} wide aria-describedby={described['aria-describedby']}>
            Apply Now
          </ButtonLink>
        ) : (
          <Button key="apply" {...described} wide busy={busy} onClick={apply}>
            Apply Now
          </Button>
        )}
      </ApplyBar>
      {session === null && mayApply ? (
        <ButtonLink to={loginPath(back, paths.register)} variant="secondary" wide>
          Sign Up to Apply
        </ButtonLink>
      ) : null}
      {opensAt === null ? null : <OpeningWish eventId={event.id} />}
      <ReasonNote
        id={note}
        reasons={reasons}
        head={opensAt === null ? null : <Countdown opensAt={opensAt} now={now} />}
      >
        {refusal === 'birth_date_missing' ? <ProfileLink /> : null}
      </ReasonNote>
      <AskToApply
        open={isAsked && (mayApply || busy !== false)}
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
 *  event has changed: once all is `settled`, and whenever what is `offered` changes. The ticket's heading, where there is
 *  one, is brought into sight for it. */
function useFocusAfterChange(settled: boolean, offered: string, heading: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `offered` means that the buttons have changed.
  useEffect(() => {
    // The place itself has it where all settled before the page showed what has changed.
    const isNowhere = [document.body, ref.current].some((element) => element === document.activeElement)
    const isLost = isNowhere && (isWithin.current || !wasSettled.current)
    if (settled && isLost) {
      bringIntoSight(heading.current?.closest('section'))
      const target = heading.current ?? ref.current
      target?.focus({ preventScroll: true })
    }
    wasSettled.current = settled
  }, [settled, offered, heading])
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

/** Scrolls a panel that is not whole on the screen to its top, below what stands there: a notice lies over no button then. */
function bringIntoSight(panel: HTMLElement | null | undefined) {
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const [above, below] = [scrollPaddingTop, scrollPaddingBottom].map((padding) => Number.parseFloat(padding) || 0)
  if (top < (above ?? 0) || bottom > window.innerHeight - (below ?? 0)) panel.scrollIntoView({ block: 'start' })
}
