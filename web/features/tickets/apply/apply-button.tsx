import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { holdsSeat, type LiveState } from '#contract/events/application.ts'
import { chosenType, mayWait } from '#contract/events/applying.ts'
import { codeParameter, withQuestion } from '#contract/events/event-links.ts'
import type { EventDetail } from '#contract/events/events.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as applications from '#messages/tickets-application.json'
import * as m from '#messages/tickets-apply.json'
import { useNow } from '#web/lib/clock.ts'
import { opensIn } from '#web/lib/format/dates.ts'
import { price } from '#web/lib/format/numbers.ts'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, useAwaitsOwn, useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { NeedsScript } from '#web/ui/display/message.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { ApplyBar, PaymentNote, priced, ReasonNote } from './apply-notes.tsx'
import {
  type Checked,
  fullPricedTypes,
  isForChoice,
  lineBefore,
  offerTo,
  withCode,
  withTypesOf,
} from './apply-rules.ts'
import {
  forgetChoice,
  hasChoice,
  keepChoice,
  readChoice,
  savePress,
  takePress,
  useApplication,
  useFocusAfterChange,
  useHeldTicket,
  useQuestion,
} from './use-application.ts'

const ApplicationPanel = onDemand(async () => (await import('./application-panel.tsx')).ApplicationPanel)
const BeforeApplying = onDemand(
  async () => (await import('./apply-dialogs.tsx')).BeforeApplying,
  ({ open }) => open,
)
const HeldPanel = onDemand(async () => (await import('./application-panel.tsx')).HeldPanel)
/** Few events have ticket types. */
const TicketTypeChoice = onDemand(
  async () => (await import('./ticket-type-choice.tsx')).TicketTypeChoice,
  ({ event }) => event.ticket_types.length > 0,
)
/** Few events allow several seats. */
const PartyChoice = onDemand(
  async () => (await import('./party-choice.tsx')).PartyChoice,
  ({ event }) => event.max_party > 1,
)
const SeatsNote = onDemand(async () => (await import('./party-choice.tsx')).SeatsNote)
/** For events with codes, and links that have one. */
const ApplyCode = onDemand(
  async () => (await import('./apply-code.tsx')).ApplyCode,
  ({ event, given }) => event.has_codes || given !== '',
)
const AskBirthDate = onDemand(
  async () => (await import('./ask-birth-date.tsx')).AskBirthDate,
  ({ open }) => open,
)
const OpeningWish = onDemand(async () => (await import('./opening-reminder.tsx')).OpeningWish)
const UnapplyDialog = onDemand(
  async () => (await import('./apply-dialogs.tsx')).UnapplyDialog,
  ({ open }) => open,
)
const WithdrawDialog = onDemand(
  async () => (await import('#web/features/tickets/application-view.tsx')).WithdrawDialog,
  ({ open }) => open,
)

const withdrawals: Partial<Record<LiveState, string>> = {
  WAITING: applications.leaveWaitingList,
  PENDING: common.withdraw,
  UNPAID: common.withdraw,
}

/** Refusals that lead to the event's questions. */
const asks = ['answers_invalid'] as const

/** Whether the application is not a ticket yet. */
const isOpenState = (state: LiveState | null) => state !== null && state in withdrawals

interface ApplyButtonProps {
  event: EventDetail
  /** The viewer's place on the waiting list, once announced. */
  position: number | null
  /** The state of the viewer's last transfer slip, once announced. */
  slip: LiveEvent['slip']
  isGone: boolean
  /** The dialog in which visitors sign in. */
  signIn: (dialog: SignInDialog) => ReactNode
}

interface SignInDialog {
  open: boolean
  /** The page to which a mailed link leads. */
  next: string
  onSignedIn: () => unknown
  onClose: () => void
}

/** Applies for the event or gives the ticket back, links to the ticket, and says in advance why it cannot be pressed.
 *  `isGone`: the viewer may no longer see the event. */
export function ApplyButton(props: ApplyButtonProps) {
  const { event } = props
  const now = useNow()
  const awaited = useAwaitsOwn(event.user_engaged)
  if (now === null || awaited) {
    return (
      <>
        <PaymentNote event={event} />
        {/* On phones the button is in the bar at the bottom, so it takes no space here. */}
        <Skeleton className="h-11 w-full max-md:not-short:h-0 noscript:hidden" />
        <NeedsScript>{m.needsScript}</NeedsScript>
      </>
    )
  }
  return <Application {...props} now={now} />
}

function Application({ event: plain, position, slip, isGone, signIn, now }: ApplyButtonProps & { now: number }) {
  const session = useSession()
  const { email_sign_in: mailsCodes } = useSite()
  const navigate = useNavigate()
  const [isSigningIn, setSigningIn] = useState(false)
  const [asksBirthDate, setAsksBirthDate] = useState(false)
  const { pathname, search } = useLocation()
  const { busy, unapply, withdraw, ...application } = useApplication(plain.id)
  const code = useSearchParams()[0].get(codeParameter)?.trim() ?? ''
  const [checked, setChecked] = useState<Checked | null>(null)
  const [attempts, setAttempts] = useState(0)
  const isChecked = checked?.given === code
  const valid = isChecked ? checked.code : null
  const event = withCode(plain, valid)
  const state = event.standing.ticket
  const holds = state !== null
  const ticket = useHeldTicket(session?.id ?? null, event.id, state, slip)
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState<LiveState>('ACTIVE')
  const [kept] = useState(() => readChoice(plain.id))
  const [picked, setPicked] = useState(kept?.typeId ?? null)
  const [guests, setGuests] = useState(kept?.guests ?? [])
  const [isIncomplete, setIncomplete] = useState(false)
  const type = chosenType(picked === null ? withTypesOf(event, valid) : event, now, picked, guests.length + 1)
  const typeId = type?.id ?? null
  const { action, refusal, reasons, opensAt } = offerTo(
    event,
    { isVisitor: session === null, isShutOut: isGone },
    now,
    valid === null ? picked : typeId,
    guests.length + 1,
  )
  const waits = action === 'wait'
  const mayApply = action !== 'unapply' && refusal === null
  const question = useQuestion({ isVisitor: session === null, onResume: resume })
  const { place, heading } = useFocusAfterChange(!busy && !asking && !question.isOpen, `${action} ${refusal}`)
  const press = { eventId: event.id, userId: session?.id ?? null, waits, typeId: picked, guests }
  const asksVisitor = session === null && mayApply
  const back = withQuestion(pathname + search)
  const applyLabel = waits ? m.joinWaitingList : m.applyNow
  const note = useId()
  const described = { 'aria-describedby': reasons.length > 0 ? note : undefined, unavailable: refusal !== null }

  function choose(typeId: number | null, names: string[]) {
    setPicked(typeId)
    setGuests(names)
    keepChoice({ ...press, typeId, guests: names })
  }

  /** Until the code is checked, the server decides by it. */
  async function apply(given: Omit<Parameters<typeof application.apply>[0], 'typeId' | 'code'>) {
    const isPending = code !== '' && !isChecked
    const used = isPending || (valid && isForChoice(valid, type)) ? code : ''
    const outcome = await application.apply({ ...given, typeId: isPending ? picked : typeId, code: used })
    if (outcome === 'done') forgetChoice(event.id)
    else setAttempts((before) => before + 1)
    return outcome
  }

  async function handleUnapply() {
    await (isOpenState(asked) ? withdraw : unapply)(asked)
    setAsking(false)
  }

  // The waiting list is left at once: if a seat came first, the server keeps it.
  function handleAsk() {
    if (state === null) return
    if (state === 'WAITING') return withdraw(state)
    setAsked(state)
    setAsking(true)
  }

  // If it became a ticket while the dialog was open, don't cancel it.
  useEffect(() => {
    if (asking && busy === false && state !== asked) setAsking(false)
  }, [asking, busy, state, asked])

  // The last seat may be taken as the button is pressed, or the first question added. Nobody joins the waiting list or sends
  // answers without being asked.
  async function handleApply() {
    const isMissing = !event.guest_names_optional && guests.some((name) => name.trim() === '')
    setIncomplete(isMissing)
    if (isMissing) return
    if (event.questions.length > 0) return question.open()
    const asksAfter = mayWait(event, now)
      ? (['event_full', 'ticket_type_full', 'too_few_seats', ...asks] as const)
      : asks
    const outcome = await apply({ waits, guests, asksAfter })
    if (outcome === 'to_ask') question.open()
  }

  /** Loads the event again, for the person who has now signed in or is of known age, and carries on. */
  async function carryOn() {
    await navigate(back, { replace: true, preventScrollReset: true })
    setSigningIn(false)
    setAsksBirthDate(false)
  }

  function handleSignIn() {
    savePress(press)
    setSigningIn(true)
  }

  function handleSignInClosed() {
    setSigningIn(false)
    if (readSession() === null) takePress(event.id)
  }

  function handleBirthDate() {
    savePress(press)
    return carryOn()
  }

  /** After logging in or signing up: carries on if the same button was pressed before, otherwise asks. */
  function resume() {
    const was = takePress(event.id)
    choose(was?.typeId ?? null, was?.guests ?? [])
    if (refusal === 'birth_date_missing') return setAsksBirthDate(true)
    // Whether the chosen type has a seat now is shown in the question.
    if (was === null || hasChoice(was) || was.waits !== waits || !mayApply) return question.open()
    return handleApply()
  }

  // The button shows what prevents the application.
  const { ref: panel } = place
  const { isOpen: isAsked, close: closeQuestion } = question
  useEffect(() => {
    if (!isAsked || mayApply || busy) return
    closeQuestion()
    if (!holds) panel.current?.focus()
  }, [isAsked, mayApply, holds, busy, closeQuestion, panel])

  return (
    <div {...place} tabIndex={-1} className="flex flex-col gap-3 rounded-md outline-none">
      {holds ? null : (
        <>
          <TicketTypeChoice
            event={event}
            now={now}
            chosen={typeId}
            onChoose={(id) => choose(id, guests)}
            fullPriced={valid && fullPricedTypes(plain, valid)}
          />
          <ApplyCode
            key={plain.id}
            event={plain}
            given={code}
            checked={isChecked ? checked : null}
            type={type}
            attempts={attempts}
            onCheck={setChecked}
          />
        </>
      )}
      {holds || (refusal !== null && refusal !== 'too_few_seats') ? null : (
        <PartyChoice
          event={priced(event, type)}
          guests={guests}
          onChange={(names) => {
            choose(picked, names)
            setIncomplete(false)
          }}
          isIncomplete={isIncomplete}
        />
      )}
      {/* With a seat, the application itself shows whether it is paid. */}
      {event.takes_promptpay && state !== null && holdsSeat(state) ? null : <PaymentNote event={priced(event, type)} />}
      {state !== null && isOpenState(state) ? (
        <ApplicationPanel state={state} ticket={ticket} position={position} heading={heading} />
      ) : null}
      {holds && !isOpenState(state) ? <HeldPanel event={event} ticket={ticket} heading={heading} /> : null}
      {/* Different keys, so that the pressed button does not turn into the other one under the finger. */}
      <ApplyBar event={event} type={type} seats={guests.length + 1} inReach={mayApply}>
        {action === 'unapply' ? (
          <Button key="unapply" {...described} variant="secondary" wide busy={busy} onClick={handleAsk}>
            {(state && withdrawals[state]) ?? m.unapply}
          </Button>
        ) : asksVisitor && mailsCodes ? (
          <Button key="apply" {...described} wide onClick={handleSignIn}>
            {applyLabel}
          </Button>
        ) : asksVisitor ? (
          // The login page offers signing up as prominently.
          <ButtonLink
            wide
            to={loginPath(back)}
            aria-describedby={described['aria-describedby']}
            onClick={() => savePress(press)}
          >
            {applyLabel}
          </ButtonLink>
        ) : (
          <Button key="apply" {...described} wide busy={busy} onClick={handleApply}>
            {applyLabel}
          </Button>
        )}
      </ApplyBar>
      {opensAt === null ? null : <OpeningWish eventId={event.id} />}
      <ReasonNote
        id={note}
        reasons={reasons}
        head={opensAt === null ? null : <Countdown opensAt={opensAt} now={now} />}
      >
        {refusal === 'birth_date_missing' ? (
          <Button variant="quiet" className="-ml-5 self-start" onClick={() => setAsksBirthDate(true)}>
            {m.addBirthDate}
          </Button>
        ) : null}
      </ReasonNote>
      {signIn({
        open: isSigningIn && session === null,
        next: back,
        onSignedIn: carryOn,
        onClose: handleSignInClosed,
      })}
      <AskBirthDate
        open={asksBirthDate && refusal === 'birth_date_missing'}
        minAge={event.min_age_requirement}
        onSaved={handleBirthDate}
        onClose={() => setAsksBirthDate(false)}
      />
      <BeforeApplying
        open={isAsked && (mayApply || busy !== false)}
        event={priced(event, type)}
        waits={waits}
        guests={guests}
        busy={busy}
        onApply={(given) => apply({ waits, guests, given })}
        onClose={question.close}
      >
        {type ? (
          <p>
            <RichText
              text={fill(m.ticketTypeChosen, { price: price(priced(event, type)) })}
              tags={{ type: (name) => <strong className="text-ink">{fill(name, { type: type.name })}</strong> }}
            />
          </p>
        ) : null}
        {guests.length > 0 ? <SeatsNote event={priced(event, type)} guests={guests} /> : null}
        {waits ? <p>{lineBefore(event.waiting)}</p> : null}
        <PaymentNote event={priced(event, type)} />
      </BeforeApplying>
      <WithdrawDialog
        open={asking && isOpenState(asked)}
        state={asked}
        slip={ticket?.slip ?? null}
        eventName={event.event_name}
        busy={busy}
        onConfirm={handleUnapply}
        onClose={() => setAsking(false)}
      />
      <UnapplyDialog
        open={asking && !isOpenState(asked)}
        event={event}
        ticket={ticket}
        busy={busy}
        onConfirm={handleUnapply}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** The time left until `opensAt`. Screen readers read it on request instead of every second: the sentence beside it gives the
 *  time, and LiveNews announces the opening once. */
function Countdown({ opensAt, now }: { opensAt: number; now: number }) {
  return (
    <p role="timer" aria-live="off" className="figures font-medium text-ink">
      {opensIn(opensAt, now)}
    </p>
  )
}
