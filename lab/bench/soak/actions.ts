/** The actions of the soak test, with their weights. */
import { randomInt, randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { slipPicture, slipText } from '#server/testing/applications/slips.ts'
import { formOf, pictureFromPhone } from '#server/testing/pictures.ts'
import type { Member, SoakFixtures } from './fixtures.ts'

export interface Action {
  name: string
  share: number
  run(): Promise<Answer>
}

const one = <T>(all: T[]): T => all[randomInt(all.length)] as T

/** The number of tickets to remember for scans; the oldest are dropped. */
const mostTickets = 500

const filters = [
  ...['', '?search=night', '?category=CONCERT', '?free=true&current=true', '?sort=soonest', '?online=true'],
  ...['?limit=50&fields=card', '?tags=music', '?search=JavaScript%20Bangkok', '?near=13.75,100.5&sort=nearest'],
]

/** A mix of what people do with the product. */
export async function actionsOf({ ask, follow }: Caller, fixtures: SoakFixtures): Promise<Action[]> {
  const { members, owner, free, priced, all } = fixtures
  const photo = await pictureFromPhone()
  const codes: { eventId: number; code: string }[] = []
  const member = () => one(members)

  async function apply(person: Member, eventId: number): Promise<{ answer: Answer; ticketId: number | null }> {
    const url = `/api/tickets/event/${eventId}/register`
    const answer = await ask({ method: 'POST', url, member: person, body: {} })
    if (answer.status !== 201) return { answer, ticketId: null }
    const { id, ticket_number } = answer.body as { id: number; ticket_number: string }
    codes.push({ eventId, code: ticket_number })
    if (codes.length > mostTickets) codes.shift()
    return { answer, ticketId: id }
  }

  const get = (url: string, person?: Member) => ask({ method: 'GET', url, ...(person && { member: person }) })
  return [
    { name: 'page', share: 10, run: () => get(one(['/', '/discover', '/login', `/events/${one(all)}`])) },
    { name: 'list', share: 20, run: () => get(`/api/events/events${one(filters)}`, member()) },
    { name: 'event', share: 20, run: () => get(`/api/events/${one(all)}`, member()) },
    { name: 'comments read', share: 8, run: () => get(`/api/events/${one(free)}/comments`, member()) },
    {
      name: 'comment',
      share: 6,
      run: () => {
        const body = { content: `**Hello** from the soak, ${randomUUID()}\n\n- one\n- two` }
        return ask({ method: 'POST', url: `/api/comments/write-comment/${one(free)}`, member: member(), body })
      },
    },
    { name: 'apply', share: 8, run: async () => (await apply(member(), one(free))).answer },
    {
      name: 'give back',
      share: 8,
      run: async () => {
        const person = member()
        const { answer, ticketId } = await apply(person, one(free))
        if (ticketId === null) return answer
        return ask({ method: 'DELETE', url: `/api/tickets/${ticketId}/cancel`, member: person })
      },
    },
    {
      name: 'scan',
      share: 8,
      run: () => {
        const { eventId, code } = codes.length > 0 ? one(codes) : { eventId: one(free), code: 'nobody' }
        const scan = { scan_id: randomUUID(), code, scanned_at: new Date().toISOString(), let_in: false }
        const body = { device: 'Gate 1', scans: [scan] }
        return ask({ method: 'POST', url: `/api/events/${eventId}/check-ins`, member: owner, body })
      },
    },
    {
      name: 'picture',
      share: 2,
      run: () => {
        const person = member()
        const url = `/api/users/${person.id}/upload/profile-picture`
        return ask({ method: 'POST', url, member: person, body: formOf({ profile_picture: photo }) })
      },
    },
    {
      name: 'slip',
      share: 2,
      run: async () => {
        const person = member()
        const { answer, ticketId } = await apply(person, one(priced))
        if (ticketId === null) return answer
        const url = `/api/tickets/${ticketId}/slip`
        // A unique reference, because a transfer can pay only once.
        const slip = await slipPicture(slipText(randomUUID().slice(0, 18)), 240)
        const sent = await ask({ method: 'POST', url, member: person, body: formOf({ slip }) })
        await ask({ method: 'DELETE', url: `/api/tickets/${ticketId}/cancel`, member: person })
        return sent
      },
    },
    {
      name: 'live stream',
      share: 8,
      run: () => follow(`/api/events/${one(free)}/live`, member(), randomInt(500, 8_000)),
    },
  ]
}

export interface Answer {
  status: number
  /** The body, if it is JSON. */
  body: unknown
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  member?: Member
  /** Sent as JSON, or as a form with files. */
  body?: object
}

/** Calls one server over persistent connections until `end`. */
export interface Caller {
  ask(call: Call): Promise<Answer>
  /** Follows a stream for some milliseconds, then closes it. */
  follow(url: string, member: Member, milliseconds: number): Promise<Answer>
  end(): void
}

export function openCaller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })

  async function begin({ method, url, member, body }: Call): Promise<IncomingMessage> {
    const form = body instanceof FormData ? new Response(body) : null
    const content = form ? Buffer.from(await form.arrayBuffer()) : body && Buffer.from(JSON.stringify(body))
    const type = form?.headers.get('content-type') ?? 'application/json'
    const headers = {
      'accept-encoding': 'gzip',
      ...(member && { authorization: `Bearer ${member.token()}` }),
      ...(content && { 'content-type': type, 'content-length': content.length }),
    }
    return new Promise((resolve, reject) => {
      request({ agent, host: '127.0.0.1', port, method, path: url, headers }, resolve).on('error', reject).end(content)
    })
  }

  return {
    async ask(call) {
      const answer = await begin(call)
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      if (isJson && answer.headers['content-encoding'] === undefined) {
        return { status: answer.statusCode ?? 0, body: await json(answer) }
      }
      for await (const _ of answer);
      return { status: answer.statusCode ?? 0, body: null }
    },
    async follow(url, member, milliseconds) {
      const stream = await begin({ method: 'GET', url, member })
      if (stream.statusCode !== 200)
        return { status: stream.statusCode ?? 0, body: await json(stream).catch(() => null) }
      const leave = setTimeout(() => stream.destroy(), milliseconds)
      try {
        for await (const _ of stream);
      } catch {
        // The stream was aborted.
      }
      clearTimeout(leave)
      return { status: stream.statusCode ?? 0, body: null }
    },
    end: () => agent.destroy(),
  }
}
