import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '#server/testing/privacy/row.ts'

/** The status for whoever is not named, and for those who are. Whoever makes the call with success stands in the table of
 *  calls, and who has no account is 401 where one is needed. */
export type Others = { others: number } & Partial<Record<Actor, number>>

/** What a call answers whoever makes it. */
export type Answer = [endpoint: Endpoint, others: Others]

export const everybody = { others: 200 }
export const nobody = { others: 403 }
/** To others there is no such thing. */
export const unknown = { others: 404 }
/** Each organizer has something of their own. */
export const organizers = (status: number) => ({ others: 403, owner: status, rival: status })
