import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { ErrorCode } from '#contract/errors.ts'
import type { LiveState } from '#contract/events/application.ts'
import { applyParameter, withQuestion } from '#contract/events/event-links.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { paths } from '#contract/paths.ts'
import { applyToEvent, cancelTicket, listTickets, type Ticket } from '#contract/tickets/tickets.ts'
import * as applications from '#messages/tickets-application.json'
import * as m from '#messages/tickets-apply.json'
import type { ToSend } from '#web/features/tickets/questions.tsx'
import { ApiError, isFailure, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { readRecent, writeRecent } from '#web/lib/storage/storage.ts'

/** The notice for an application that is no ticket yet. */
const appliedTo: Partial<Record<Ticket['status'], string>> = {
  WAITING: m.appliedWaiting,
  PENDING: m.appliedPending,
  UNPAID: m.appliedUnpaid,
}

/** What became of a press; `to_ask`: the page asks the viewer first. */
export type Outcome = 'done' | 'refused' | 'to_ask'

/** Applies for an event, or gives the ticket back. `busy` lasts until the page shows the new state, also after a
 *  refusal, because the page was out of date. An application to be paid goes on to the payment page. */
export function useApplication(eventId: number) {
  const action = useAction()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  async function run({ doing, request, holds, success, failure, asksAfter = [] }: Request): Promise<Outcome> {
    let outcome: Outcome = 'refused'
    await action.run(
      async () => {
        const ticket = await request().catch(async (error) => {
          const held = isOutcomeUnknown(error) ? await heldTicket(eventId) : undefined
          if (held === undefined || (held !== null) !== holds) throw error
          return held
        })
        outcome = 'done'
        notify.success(success(ticket))
        if (holds && ticket?.status === 'UNPAID') await navigate(paths.pay(ticket.id))
        else await revalidate()
      },
      async (error) => {
        if (error instanceof ApiError && error.status === 401) {
          await navigate(loginPath(withQuestion(pathname + search, holds)))
          return
        }
        const code = error instanceof ApiError ? error.code : null
        const isToAsk = asksAfter.some((asked) => asked === code)
        if (isToAsk) outcome = 'to_ask'
        else notify[isFailure(error) ? 'failure' : 'success'](messageOf(error, failure))
        // Without an answer there is nothing newer to show, and a failed reload would replace the page.
        if (!isOutcomeUnknown(error)) await revalidate()
      },
      doing,
    )
    return outcome
  }

  return {
    /** What is being done, in words for the button. */
    busy: action.running ?? (false as const),
    /** With `waits` it joins the waiting list if no seat is free. */
    apply: ({ waits, typeId, code, guests, given, asksAfter }: Applying) =>
      run({
        doing: waits ? m.joining : m.applying,
        request: () =>
          call(applyToEvent, {
            params: { eventId },
            ...(waits || given || typeId || code || guests.length > 0
              ? {
                  body: {
                    wait: waits,
                    ticket_type_id: typeId,
                    ...(code && { code }),
                    guests: guests.map((name) => ({ name })),
                    ...given,
                  },
                }
              : {}),
          }),
        holds: true,
        success: (ticket) => (ticket && appliedTo[ticket.status]) ?? m.applied,
        failure: m.notApplied,
        asksAfter,
      }),
    /** Gives the ticket back, if it is still in the state that the viewer saw. */
    unapply: (seen: LiveState) =>
      run({
        doing: m.unapplying,
        request: () => cancelHeld(eventId, seen),
        holds: false,
        success: () => m.unapplied,
        failure: m.notUnapplied,
      }),
    /** Withdraws an application, unless it has become a ticket. */
    withdraw: (seen: LiveState) =>
      run({
        doing: applications.withdrawing,
        request: () => cancelHeld(eventId, seen),
        holds: false,
        success: () => applications.withdrawn,
        failure: applications.notWithdrawn,
      }),
  }
}

interface Applying {
  waits: boolean
  /** Null for an event with one price. */
  typeId: number | null
  /** The names of the guests. */
  guests: string[]
  /** '' for none. */
  code: string
  given?: ToSend | undefined
  /** Refusals after which the page asks the viewer, instead of showing a failure. */
  asksAfter?: readonly ErrorCode[]
}

interface Request {
  /** In words for the button. */
  doing: string
  /** Resolves to the application as it is now, or null. */
  request: () => Promise<Ticket | null>
  /** Whether the user holds a ticket after success: checked when the answer was lost. */
  holds: boolean
  success: (ticket: Ticket | null) => string
  failure: string
  asksAfter?: readonly ErrorCode[] | undefined
}

/** Undefined if the server does not answer this either. */
async function heldTicket(eventId: number): Promise<Ticket | null | undefined> {
  const session = readSession()
  if (session === null) return undefined
  return findHeldTicket(session.id, eventId).catch(() => undefined)
}

/** Loads the ticket again first, because the user may have unapplied and applied again elsewhere. If it has ended, the server
 *  says why. */
async function cancelHeld(eventId: number, state: LiveState): Promise<null> {
  const session = readSession()
  if (session === null) throw new ApiError('not_signed_in')
  const own = await listOwn(session.id, eventId)
  const ticket = own.find(isHeld) ?? own[0]
  if (ticket === undefined) throw new ApiError('ticket_not_active')
  await call(cancelTicket, { params: { ticketId: ticket.id }, query: { state } })
  return null
}

/** The user's ticket for an event; null where they hold none. Throws ApiError. */
async function findHeldTicket(userId: number, eventId: number): Promise<Ticket | null> {
  return (await listOwn(userId, eventId)).find(isHeld) ?? null
}

const isHeld = ({ status }: Ticket) => status !== 'CANCELLED'

/** The user's applications for an event, newest first. */
async function listOwn(userId: number, eventId: number): Promise<Ticket[]> {
  const tickets = await call(listTickets, { params: { userId } })
  return tickets.filter((one) => one.event_id === eventId && one.party_of === null)
}

/** The user's application in this state, for a component that works without it: null while it is loading, or if it cannot be
 *  loaded. It is loaded again when its slip is in another state. */
export function useHeldTicket(
  userId: number | null,
  eventId: number,
  state: LiveState | null,
  slip: LiveEvent['slip'],
): Ticket | null {
  const [held, setHeld] = useState<Ticket | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it is another application.
  useEffect(() => () => setHeld(null), [userId, eventId, state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticket has the slip, so it is loaded again.
  useEffect(() => {
    if (state === null || userId === null) return
    let current = true
    const keep = (ticket: Ticket | null) => {
      if (current) setHeld(ticket)
    }
    findHeldTicket(userId, eventId).then(keep, () => keep(null))
    return () => {
      current = false
    }
  }, [userId, eventId, state, slip])
  return held
}

/** What somebody has chosen on an event's page. */
interface Choice {
  eventId: number
  /** Null for a visitor. */
  userId: number | null
  /** The button was 'Join the waiting list'. */
  waits: boolean
  /** The ticket type that was picked; null if none was. */
  typeId: number | null
  /** The names of the guests. */
  guests: string[]
}

/** A press of Apply Now that waits for the login or the birth date. Not in the URL. */
let savedPress: Choice | null = null

/** A press with choices is also stored: signing in with LINE or a mailed link may continue in another tab, and Back may leave
 *  the page instead of closing a dialog. A press without any is not stored: it applies without asking, and a link alone must
 *  never do that. */
const key = 'apply_choice'

export function savePress(press: Choice) {
  savedPress = press
  keepChoice(press)
}

export function keepChoice(choice: Choice) {
  if (hasChoice(choice)) writeRecent(key, { press: choice, at: clockNow() })
  else forgetChoice(choice.eventId)
}

export function forgetChoice(eventId: number) {
  if (storedChoice()?.eventId === eventId) writeRecent(key, null)
}

const storedChoice = () => readRecent<{ press: Choice; at: number }>(key)?.press ?? null

/** What the viewer chose for this event. Null for visitors. */
export function readChoice(eventId: number): Choice | null {
  const choice = storedChoice()
  return choice?.eventId === eventId && choice.userId === readSession()?.id ? choice : null
}

/** What was chosen when Apply Now was pressed, by the viewer or before they logged in, and forgets it. Null if that was for
 *  another event, or by another person. */
export function takePress(eventId: number): Choice | null {
  const press = savedPress ?? storedChoice()
  savedPress = null
  if (press?.eventId !== eventId || ![null, readSession()?.id].includes(press.userId)) return null
  forgetChoice(eventId)
  return press
}

export const hasChoice = ({ typeId, guests }: Choice) => typeId !== null || guests.length > 0

/** Whether the dialog that asks to apply is open. `?apply=now` in the page's URL calls `onResume` once the viewer is logged
 *  in, and is removed at once, so that neither a reload nor the Back button repeats it. */
export function useQuestion({ isVisitor, onResume }: { isVisitor: boolean; onResume: () => unknown }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const resume = useRef(onResume)
  resume.current = onResume
  const isAskedFor = !isVisitor && new URLSearchParams(search).has(applyParameter)

  useEffect(() => {
    if (!isAskedFor) return
    const to = withQuestion(pathname + search, false) + hash
    void Promise.resolve(navigate(to, { replace: true, preventScrollReset: true })).then(() => resume.current())
  }, [isAskedFor, navigate, pathname, search, hash])

  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  return { isOpen, open, close }
}

/** Keeps the keyboard focus here when a button is replaced or removed, because it was pressed or because the event has
 *  changed: once everything is `settled`, and whenever `offered` changes. Scrolls to the heading of the ticket or application,
 *  even if its panel loads late. */
export function useFocusAfterChange(settled: boolean, offered: string) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  const awaits = useRef(false)

  const focus = useCallback(() => {
    bringIntoSight(shown.current?.closest('section'))
    const target = shown.current ?? ref.current
    target?.focus({ preventScroll: true })
    awaits.current = shown.current === null
  }, [])

  const heading = useCallback(
    (element: HTMLElement | null) => {
      shown.current = element
      if (element && awaits.current && document.activeElement === ref.current) focus()
    },
    [focus],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `offered` means that the buttons have changed.
  useEffect(() => {
    // The place itself has the focus if everything settled before the page showed the change.
    const isNowhere = [document.body, ref.current].some((element) => element === document.activeElement)
    const isLost = isNowhere && (isWithin.current || !wasSettled.current)
    if (settled && isLost) focus()
    wasSettled.current = settled
  }, [settled, offered, focus])

  return {
    heading,
    place: {
      ref,
      onFocus: () => {
        isWithin.current = true
      },
      onBlur: () => {
        isWithin.current = false
      },
    },
  }
}

/** Scrolls a panel that is partly off the screen to its top, so that no notice covers a button. */
function bringIntoSight(panel: HTMLElement | null | undefined) {
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const [above, below] = [scrollPaddingTop, scrollPaddingBottom].map((padding) => Number.parseFloat(padding) || 0)
  if (top < (above ?? 0) || bottom > window.innerHeight - (below ?? 0)) panel.scrollIntoView({ block: 'start' })
}
