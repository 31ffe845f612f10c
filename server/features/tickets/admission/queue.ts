import { setImmediate } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import type { LiveState } from '#contract/events/application.ts'
import type { SignedTicket, Ticket } from '#contract/tickets/tickets.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Applying, Leaving } from './admission.rules.ts'
import type { Decision } from './admission.service.ts'

/** Calls of one kind that follow each other in the queue of an event. `applying` has each user once. */
export type Run = { applying: Applying[] } | { leaving: Leaving[] }

/** Calls for one event that are decided together, in order of arrival. */
export interface Batch {
  eventId: number
  runs: Run[]
}

/** The outcome of a call: the decision on an application, the cancelled ticket, or an error. */
export type Outcome = Decision | SignedTicket | Error

interface Deciding {
  /** See `FullEvents`. */
  refusal?(eventId: number, applying: Applying): ErrorCode | null
  /** Decides batches of several events; returns, for each, the outcomes of its runs in the order of their calls. */
  decide(batches: Batch[]): Promise<Outcome[][][]>
  /** The events of these people's own applications; null for an application of somebody else. */
  eventsOf(leaving: Leaving[]): Promise<(number | null)[]>
}

/** Answers and the wording of the questions they are for, the chosen ticket type, a code, and the guests. */
type Given = Pick<Applying, 'answers' | 'asked' | 'typeId' | 'code' | 'guests'>

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}
type ToApply = Applying & Waiting<Ticket>
type ToLeave = Leaving & Waiting<SignedTicket>
type WaitingRun = { applying: ToApply[] } | { leaving: ToLeave[] }

const longestBatch = 500
/** Transactions at the same time: more would share the waiting calls in smaller batches, which cost more. */
const usuallyAtOnce = 2
/** A transaction that takes longer, perhaps because it waits for a lock, does not keep others from starting. */
const longAfterMs = 250
/** Events per transaction: enough to share its cost, few enough that none waits long for the others. */
const eventsAtOnce = 64

/** Queues applications and cancellations by event, and decides those that wait together: while one batch of an event is in
 *  its transaction, the next one collects. Many processes may do so at once; the database's lock on the event's seats puts
 *  their batches in order. */
export class Admission {
  readonly #deciding: Deciding
  readonly #atOnce: number
  readonly #longestQueue: number
  readonly #queues = new Map<number, (ToApply | ToLeave)[]>()
  /** Events with a batch in a transaction. */
  readonly #busy = new Set<number>()
  /** Cancellations whose event has not been looked up yet. */
  readonly #unplaced: ToLeave[] = []
  #isPlacing = false
  #isGathering = false
  #transactions = 0
  #longTransactions = 0
  #waiting = 0

  /** `atOnce`: transactions that may run at the same time if some of them take long. `longestQueue`: calls, for all events
   *  together, that may wait for theirs. */
  constructor(deciding: Deciding, atOnce: number, longestQueue = 20_000) {
    this.#deciding = deciding
    this.#atOnce = atOnce
    this.#longestQueue = longestQueue
  }

  /** Queued calls, for all events together. */
  get waiting(): number {
    return this.#waiting
  }

  /** Resolves after the commit. With `wait` the user joins the waiting list if no seat is free. Throws the refusal, or
   *  `busy` when the queue is full. */
  apply(eventId: number, userId: number, wait = false, given: Given = {}): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      // Field by field: a rush makes thousands, and spreading is slow.
      const { answers, asked, typeId, code, guests } = given
      const call: ToApply = { userId, wait, answers, asked, typeId, code, guests, resolve, reject }
      const refusal = this.#deciding.refusal?.(eventId, call) ?? null
      if (refusal !== null) throw new AppError(refusal)
      this.#count()
      this.#add(eventId, call)
      void this.#decideNext()
    })
  }

  /** Ends the user's application, and resolves as `apply` does. Refused if it is no longer in the state that was `seen`. */
  leave(ticketId: number, userId: number, seen?: LiveState): Promise<SignedTicket> {
    return new Promise((resolve, reject) => {
      this.#count()
      this.#unplaced.push({ ticketId, userId, seen, resolve, reject })
      void this.#placeNext()
    })
  }

  #count() {
    if (this.#waiting >= this.#longestQueue) throw new AppError('busy')
    this.#waiting += 1
  }

  #add(eventId: number, call: ToApply | ToLeave) {
    const queue = this.#queues.get(eventId)
    if (queue === undefined) this.#queues.set(eventId, [call])
    else queue.push(call)
  }

  /** Moves cancellations to the queues of their events. One lookup at a time keeps their order. */
  async #placeNext() {
    if (this.#isPlacing || this.#unplaced.length === 0) return
    this.#isPlacing = true
    await setImmediate()
    const leaving = this.#unplaced.splice(0, longestBatch)
    try {
      const eventIds = await this.#deciding.eventsOf(leaving)
      for (const [place, call] of leaving.entries()) {
        const eventId = eventIds[place] ?? null
        if (eventId !== null) this.#add(eventId, call)
        else this.#refuse(call, new AppError('ticket_not_found'))
      }
    } catch (error) {
      for (const call of leaving) this.#refuse(call, error)
    }
    this.#isPlacing = false
    void this.#placeNext()
    void this.#decideNext()
  }

  #refuse(call: ToLeave, error: unknown) {
    this.#waiting -= 1
    call.reject(error)
  }

  async #decideNext() {
    if (this.#isGathering || !this.#mayStart() || this.#queues.size === 0) return
    this.#isGathering = true
    // Let the calls that came in with this one join it.
    await setImmediate()
    this.#isGathering = false
    const batches = this.#takeBatches()
    if (batches.length === 0) return
    this.#transactions += 1
    let isLong = false
    const timer = setTimeout(() => {
      isLong = true
      this.#longTransactions += 1
      void this.#decideNext()
    }, longAfterMs)
    void this.#decideNext()
    try {
      const outcomes = await this.#deciding.decide(
        batches.map(({ eventId, runs }) => ({ eventId, runs: runs.map(once) })),
      )
      for (const [n, { runs }] of batches.entries()) {
        for (const [place, run] of runs.entries()) settle(run, outcomes[n]?.[place] ?? [])
      }
    } catch (error) {
      for (const { runs } of batches) for (const call of runs.flatMap(callsOf)) call.reject(error)
    }
    clearTimeout(timer)
    this.#transactions -= 1
    if (isLong) this.#longTransactions -= 1
    for (const { eventId } of batches) this.#busy.delete(eventId)
    void this.#decideNext()
  }

  #mayStart(): boolean {
    return this.#transactions < this.#atOnce && this.#transactions - this.#longTransactions < usuallyAtOnce
  }

  /** Takes the first calls of the queues that have waited longest. Events with more calls go to the end of the order. */
  #takeBatches(): { eventId: number; runs: WaitingRun[] }[] {
    const batches: { eventId: number; runs: WaitingRun[] }[] = []
    let room = longestBatch
    for (const [eventId, queue] of this.#queues) {
      if (batches.length === eventsAtOnce || room === 0) break
      if (this.#busy.has(eventId)) continue
      const calls = queue.splice(0, room)
      room -= calls.length
      this.#queues.delete(eventId)
      if (queue.length > 0) this.#queues.set(eventId, queue)
      this.#busy.add(eventId)
      batches.push({ eventId, runs: runsOf(calls) })
    }
    this.#waiting -= longestBatch - room
    return batches
  }
}

function runsOf(calls: (ToApply | ToLeave)[]): WaitingRun[] {
  const runs: WaitingRun[] = []
  for (const call of calls) {
    const last = runs.at(-1)
    if ('ticketId' in call) {
      if (last && 'leaving' in last) last.leaving.push(call)
      else runs.push({ leaving: [call] })
    } else if (last && 'applying' in last) last.applying.push(call)
    else runs.push({ applying: [call] })
  }
  return runs
}

const callsOf = (run: WaitingRun): Waiting<never>[] => ('leaving' in run ? run.leaving : run.applying)

/** Each applying user of a run once, with their last answers; they wait if one of their calls says so. */
function once(run: WaitingRun): Run {
  if ('leaving' in run) return run
  const people = new Map<number, Applying>()
  for (const call of run.applying) {
    const before = people.get(call.userId)
    people.set(call.userId, before === undefined ? call : together(before, call))
  }
  return { applying: [...people.values()] }
}

function together(before: Applying, call: Applying): Applying {
  const { answers, asked } = Object.keys(call.answers ?? {}).length > 0 ? call : before
  const { userId, typeId = null, code = '' } = before.typeId == null && !before.code ? call : before
  return { userId, wait: before.wait || call.wait, answers, asked, typeId, code, guests: before.guests }
}

function settle(run: WaitingRun, outcomes: Outcome[]) {
  if ('leaving' in run) {
    for (const [place, { resolve, reject }] of run.leaving.entries()) {
      const outcome = outcomes[place]
      if (typeof outcome === 'object' && 'signature' in outcome) resolve(outcome)
      else reject(outcome)
    }
    return
  }
  const userIds = new Set(run.applying.map(({ userId }) => userId))
  const ofUsers = new Map([...userIds].map((userId, place) => [userId, outcomes[place] as Decision | Error]))
  for (const call of run.applying) settleApplication(call, ofUsers)
}

/** A user who applied twice in one run has one ticket: the first call gets it, the others are refused because it exists. A
 *  place on the waiting list is never given to a call that did not ask for one. */
function settleApplication({ userId, wait, resolve, reject }: ToApply, outcomes: Map<number, Decision | Error>) {
  const outcome = outcomes.get(userId) ?? 'internal'
  if (outcome instanceof Error) return reject(outcome)
  if (typeof outcome === 'string') return reject(new AppError(outcome))
  if ('problems' in outcome) return reject(new AppError('answers_invalid', outcome))
  if (outcome.status === 'WAITING' && !wait) return reject(new AppError('event_full'))
  outcomes.set(userId, 'already_applied')
  resolve(outcome)
}
