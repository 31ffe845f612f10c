import { randomInt, randomUUID } from 'node:crypto'
import { slipPicture, slipText } from '#server/testing/applications/slips.ts'
import { formOf, pictureFromPhone } from '#server/testing/pictures.ts'
import type { Answer, Caller } from './caller.ts'
import type { Member, SoakStage } from './stage.ts'

/** Something that people do, how often among everything, and one call of it. */
export interface Deed {
  name: string
  share: number
  run(): Promise<Answer>
}

const one = <T>(all: T[]): T => all[randomInt(all.length)] as T

/** Tickets that are held, to be scanned: the oldest are forgotten. */
const mostTickets = 500

const filters = [
  ...['', '?search=night', '?category=CONCERT', '?free=true&current=true', '?sort=soonest', '?online=true'],
  ...['?limit=50&fields=card', '?tags=music', '?search=JavaScript%20Bangkok', '?near=13.75,100.5&sort=nearest'],
]

/** What people do with the product, mixed. */
export async function deedsOf({ ask, follow }: Caller, stage: SoakStage): Promise<Deed[]> {
  const { members, owner, free, priced, all } = stage
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
        // A transfer pays once.
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
