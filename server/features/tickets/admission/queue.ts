import type { Ticket } from '#contract/tickets/tickets.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Applying, Decision } from './admission.service.ts'

/** Decides a batch of one event's applications; see `admit`. */
type Admit = (eventId: number, people: Applying[]) => Promise<Decision[]>

/** Answers, and the words of the questions that were read for them. */
type Given = Pick<Applying, 'answers' | 'asked'>

interface Waiting extends Applying {
  resolve: (ticket: Ticket) => void
  reject: (error: unknown) => void
}

const longestBatch = 500

/** Lines up the applications that arrive together, event by event, and has them decided together: while one batch of
 *  an event is in its transaction, the next one gathers. Many processes may do so at once; the database's lock on the
 *  event's seats puts their batches in order. */
export class Admission {
  readonly #admit: Admit
  readonly #atOnce: number
  readonly #longestQueue: number
  readonly #queues = new Map<number, Waiting[]>()
  readonly #busy = new Set<number>()
  #waiting = 0

  /** `atOnce`: how many batches, of as many events, may hold a database connection at the same time. `longestQueue`:
   *  how many applications, for all events together, may wait for their batch. */
  constructor(admit: Admit, atOnce: number, longestQueue = 20_000) {
    this.#admit = admit
    this.#atOnce = atOnce
    this.#longestQueue = longestQueue
  }

  /** How many applications, for all events together, stand in line. */
  get waiting(): number {
    return this.#waiting
  }

  /** Answers after the commit. `wait` says that the user stands in line where no seat is free. Throws the refusal, or `busy`
   *  when the line is too long to be worth standing in. */
  async apply(eventId: number, userId: number, wait = false, given: Given = {}): Promise<Ticket> {
    if (this.#waiting >= this.#longestQueue) throw new AppError('busy')
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(eventId) ?? []
      queue.push({ userId, wait, answers: given.answers, asked: given.asked, resolve, reject })
      this.#queues.set(eventId, queue)
      this.#waiting += 1
      this.#startBatches()
    })
  }

  #startBatches() {
    for (const eventId of this.#queues.keys()) {
      if (this.#busy.size >= this.#atOnce) return
      if (!this.#busy.has(eventId)) void this.#decideBatch(eventId)
    }
  }

  async #decideBatch(eventId: number) {
    this.#busy.add(eventId)
    // Let the applications that came in with this one join it.
    await new Promise((resolve) => setImmediate(resolve))
    const batch = this.#takeBatch(eventId)
    try {
      const people = eachOnce(batch)
      const decisions = new Map(
        zip(
          people.map(({ userId }) => userId),
          await this.#admit(eventId, people),
        ),
      )
      for (const waiting of batch) settle(waiting, decisions)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.#busy.delete(eventId)
      this.#startBatches()
    }
  }

  /** Takes the head of an event's line. Where some still wait, the event goes to the end of the line of events. */
  #takeBatch(eventId: number): Waiting[] {
    const queue = this.#queues.get(eventId) ?? []
    const batch = queue.slice(0, longestBatch)
    this.#queues.delete(eventId)
    if (queue.length > batch.length) this.#queues.set(eventId, queue.slice(batch.length))
    this.#waiting -= batch.length
    return batch
  }
}

/** Each user of a batch, who waits where one of their calls says so, with the last answers that they gave. */
function eachOnce(batch: Waiting[]): Applying[] {
  const people = new Map<number, Applying>()
  for (const call of batch) {
    const before = people.get(call.userId)
    people.set(call.userId, before === undefined ? call : together(before, call))
  }
  return [...people.values()]
}

function together(before: Applying, call: Applying): Applying {
  const { answers, asked } = Object.keys(call.answers ?? {}).length > 0 ? call : before
  return { userId: call.userId, wait: before.wait || call.wait, answers, asked }
}

/** A user who applied twice in one batch has one ticket: the first call gets it, the others hear that it is held. A place in
 *  line is never given to a call that did not ask for one. */
function settle({ userId, wait, resolve, reject }: Waiting, decisions: Map<number, Decision>) {
  const decision = decisions.get(userId) ?? 'internal'
  if (typeof decision === 'string') return reject(new AppError(decision))
  if ('problems' in decision) return reject(new AppError('answers_invalid', decision))
  if (decision.status === 'WAITING' && !wait) return reject(new AppError('event_full'))
  decisions.set(userId, 'already_applied')
  resolve(decision)
}

function zip<A, B>(left: A[], right: B[]): [A, B][] {
  return left.map((value, index) => [value, right[index] as B])
}
