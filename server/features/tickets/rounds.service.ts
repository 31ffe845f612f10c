import { countedEmails } from '#server/features/accounts/viewer.ts'
import { selectEventsOf } from '#server/features/tickets/store/endings.repository.ts'
import type { FullTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { AppError } from '#server/lib/errors/app-error.ts'
import { type Db, sqlState } from '#server/lib/postgres/database.ts'
import { admitLocked, type Decision, refuseAll, withSeats } from './admission/admission.service.ts'
import type { FullEvents } from './admission/full-events.ts'
import { Admission, type Batch, type Outcome, type Run } from './admission/queue.ts'
import { signedTicket } from './tickets.service.ts'
import { leaveLocked } from './waiting-list/leaving.service.ts'

/** Database connections that a rush leaves to other calls. */
const sparedConnections = 4
/** Events that a process remembers as full. */
const mostFull = 10_000
/** Applications for one event that are refused together in a rush. */
const rushSize = 100

/** The queue of applications and cancellations. Changed events are announced to open pages after the commit. */
export function openAdmission(ctx: Context, fullEvents: FullEvents): Admission {
  // Events whose last batch was refused as a whole: the next one is probably refused too, and that takes no lock.
  const full = new Set<number>()

  async function decide(batches: Batch[]): Promise<Outcome[][][]> {
    const refused = await refuse(
      ctx,
      batches.filter(({ eventId }) => full.has(eventId)),
    )
    const others = batches.filter(({ eventId }) => !refused.has(eventId))
    const decided = new Map(await decideTogether(ctx, others))
    for (const [eventId, outcomes] of decided) {
      const isChanged = outcomes.flat().some((outcome) => typeof outcome === 'object' && 'ticket_id' in outcome)
      if (isChanged) ctx.announcer.announce(eventId)
      if (full.size >= mostFull) full.clear()
      if (isChanged) full.delete(eventId)
      else full.add(eventId)
    }
    const answered = new Map([...refused, ...decided])
    for (const [eventId, outcomes] of answered) {
      if (full.has(eventId) && outcomes.flat().length >= rushSize) void fullEvents.learn(eventId)
    }
    return batches.map(({ eventId }) => answered.get(eventId) ?? [])
  }

  return new Admission(
    { decide, eventsOf: (leaving) => selectEventsOf(ctx.db, leaving), refusal: fullEvents.refusal },
    Math.max(1, ctx.settings.DATABASE_POOL - sparedConnections),
  )
}

/** The outcomes of the batches that are refused as a whole, by event, without locking seats. */
async function refuse(ctx: Context, batches: Batch[]): Promise<Map<number, Outcome[][]>> {
  const turns = batches.flatMap(({ eventId, runs: [run, ...more] }) =>
    run !== undefined && 'applying' in run && more.length === 0 ? [{ eventId, applying: run.applying }] : [],
  )
  if (turns.length === 0) return new Map()
  const refused = await ctx.db.transaction((tx) => refuseAll(tx, turns, ctx.now(), countedEmails(ctx.settings)))
  return new Map(turns.flatMap(({ eventId }, n) => (refused[n] ? [[eventId, [refused[n]]]] : [])))
}

/** Decides in one transaction. If a row violates a constraint, each event is decided separately, so that one does not stop
 *  the others. */
async function decideTogether(ctx: Context, batches: Batch[]): Promise<[eventId: number, Outcome[][]][]> {
  if (batches.length === 0) return []
  try {
    const eventIds = batches.map(({ eventId }) => eventId)
    const decided = await withSeats(ctx.db, eventIds, (tx) => decideRuns(ctx, tx, batches))
    return eventIds.map((eventId, n) => [eventId, (decided[n] ?? []).map((outcomes) => signedAll(ctx, outcomes))])
  } catch (error) {
    const isOfRow = /^2[23]/.test(sqlState(error) ?? '')
    if (!isOfRow || batches.length === 1) throw error
    const decided: [eventId: number, Outcome[][]][] = []
    for (const batch of batches) decided.push(await decideAlone(ctx, batch))
    return decided
  }
}

async function decideAlone(ctx: Context, batch: Batch): Promise<[eventId: number, Outcome[][]]> {
  try {
    const [decided] = await decideTogether(ctx, [batch])
    return decided ?? [batch.eventId, []]
  } catch (error) {
    return [batch.eventId, batch.runs.map((run) => callsOf(run).map(() => error as Error))]
  }
}

const callsOf = (run: Run) => ('leaving' in run ? run.leaving : run.applying)

type Undecided = Decision | FullTicket | AppError

/** Decides the first runs of all events, then their second, and so on. */
async function decideRuns(ctx: Context, tx: Db, batches: Batch[]): Promise<Undecided[][][]> {
  const [now, counted] = [ctx.now(), countedEmails(ctx.settings)]
  const decided: Undecided[][][] = batches.map(() => [])
  const most = Math.max(...batches.map(({ runs }) => runs.length))
  for (let place = 0; place < most; place++) {
    const turns = batches.flatMap(({ eventId, runs }, n) => {
      const run = runs[place]
      return run === undefined ? [] : [{ eventId, run, outcomes: decided[n] as Undecided[][] }]
    })
    const toApply = turns.flatMap(({ eventId, run, outcomes }) =>
      'applying' in run ? [{ eventId, applying: run.applying, outcomes }] : [],
    )
    if (toApply.length > 0) {
      const decisions = await admitLocked(tx, toApply, now, counted)
      for (const [n, { outcomes }] of toApply.entries()) outcomes.push(decisions[n] ?? [])
    }
    for (const { eventId, run, outcomes } of turns) {
      if ('leaving' in run) outcomes.push(await leaveLocked(tx, eventId, run.leaving, now, counted))
    }
  }
  return decided
}

function signedAll(ctx: Context, outcomes: Undecided[]): Outcome[] {
  return outcomes.map((outcome) =>
    typeof outcome === 'object' && 'is_own' in outcome ? signedTicket(ctx.signingKey, outcome) : outcome,
  )
}
