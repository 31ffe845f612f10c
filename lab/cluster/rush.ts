import { setTimeout as sleep } from 'node:timers/promises'
import { applyToEvent, cancelTicket } from '#contract/tickets/tickets.schemas.ts'

/** What became of one person's application, as their phone was told. */
export interface Outcome {
  token: string
  /** The ticket that was answered; null where none was. */
  ticket: { id: number } | null
  /** They were told at a later attempt that they hold a ticket already: the answer to an earlier one got lost. */
  isTold: boolean
  code: string | null
}

export interface Rush {
  outcomes: Outcome[]
  /** When each was told, in milliseconds and in their order. */
  decisions: number[]
  /** Attempts that ended without a decision, by what came instead. */
  failures: Record<string, number>
}

interface Given {
  url: string
  eventId: number
  tokens: string[]
  atOnce: number
  /** Is told how many have been decided. */
  onDecision?: (count: number) => void
}

/** How long a phone waits before it tries again, and for how long somebody goes on trying, in milliseconds. */
const [pause, longest] = [500, 120_000]

/** Everybody applies, and tries again for as long as no decision comes, as people do. */
export async function rush({ url, eventId, tokens, atOnce, onDecision = () => undefined }: Given): Promise<Rush> {
  const done: Rush = { outcomes: [], decisions: [], failures: {} }
  const line = tokens[Symbol.iterator]()
  const apply = async (token: string) => {
    const end = performance.now() + longest
    while (performance.now() < end) {
      const { status, body } = await ask(url + pathTo(applyToEvent.url, eventId), token, 'POST')
      if (status === 201 || status === 409) {
        const ticket = status === 201 ? (body as { id: number }) : null
        const code = status === 201 ? null : String(body.code)
        done.outcomes.push({ token, ticket, code, isTold: code === 'already_applied' })
        done.decisions.push(performance.now())
        onDecision(done.decisions.length)
        return
      }
      done.failures[status] = (done.failures[status] ?? 0) + 1
      await sleep(pause)
    }
    throw new Error('Somebody tried for two minutes, and was told nothing.')
  }
  const stand = async () => {
    for (const token of line) await apply(token)
  }
  await Promise.all(Array.from({ length: atOnce }, stand))
  return done
}

/** The longest time between two moments in which nobody was told anything, in seconds. */
export function outage({ decisions }: Rush, from: number, to = Number.POSITIVE_INFINITY): number {
  const times = [from, ...decisions.filter((at) => at > from && at < to)]
  const longestPause = Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? at)))
  return Math.round(longestPause / 100) / 10
}

export async function giveBack(url: string, ticketId: number, token: string): Promise<number> {
  return (await ask(url + pathTo(cancelTicket.url, ticketId), token, cancelTicket.method)).status
}

/** The answer to one call; the status 0 where none came. */
export async function ask(url: string, token: string, method = 'GET') {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(url, { method, headers, signal: AbortSignal.timeout(20_000) })
    const text = await reply.text()
    return { status: reply.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {} }
  } catch {
    return { status: 0, body: {} }
  }
}

const pathTo = (url: string, id: number) => url.replace(/:\w+/, String(id))
