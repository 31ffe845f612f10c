import type { Endpoint } from '#contract/endpoint.ts'
import { type Actor, actors, type Row } from '#server/testing/privacy/row.ts'
import { calls } from '#server/testing/privacy/table.ts'
import type { Others } from './answer.ts'
import { rightsOfEvents } from './answers-about-events.ts'
import { rightsOfAccounts, rightsOfTickets } from './answers-about-people.ts'

/** One call with one answer for each actor. */
export interface Right {
  row: Row
  answers: Record<Actor, number>
}

const tables = new Map<Endpoint, Others>([...rightsOfAccounts, ...rightsOfEvents, ...rightsOfTickets])

/** The whole matrix: every call that reads who makes it, with everybody's answer. Calls that go by a proof of their own
 *  (`access: 'anyone'`) answer all alike. Throws the names of calls that have no answers. */
export function allRights(): Right[] {
  const read = calls.filter(({ endpoint }) => endpoint?.config.access !== 'anyone')
  const missing = read.filter(({ endpoint }) => endpoint && !tables.has(endpoint)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`server/testing/attack/ says nothing about ${missing.join(', ')}`)
  return firstOfEach(read).map((row) => ({ row, answers: answersOf(row) }))
}

/** A call may stand in the table of calls more than once: its first row has the thing that the answers are about. */
function firstOfEach(rows: Row[]): Row[] {
  return rows.filter((row, place) => rows.findIndex(({ endpoint }) => endpoint === row.endpoint) === place)
}

function answersOf({ endpoint, by, status }: Row): Record<Actor, number> {
  const given = tables.get(endpoint as Endpoint) as Others
  const needsAccount = endpoint?.config.access === 'signed-in'
  const of = (actor: Actor) => {
    if (actor === by) return status
    if (needsAccount && (actor === 'visitor' || actor === 'helper')) return 401
    return given[actor] ?? given.others
  }
  return Object.fromEntries(actors.map((actor) => [actor, of(actor)])) as Record<Actor, number>
}
