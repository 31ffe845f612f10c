import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import type { EventDraftInput } from '#contract/events/event-draft.ts'
import { type Makers, makersOf, type Person } from '../fixtures.ts'

export type User = 'visitor' | 'attendee' | 'organizer'
export const users: User[] = ['visitor', 'attendee', 'organizer']

/** Words without a space to break at, in both languages. */
const latin = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5).slice(0, 200)
const thai = 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา'.repeat(6).slice(0, 200)

const choices = [latin.slice(0, 100), thai.slice(0, 100)]
const questions = [
  { id: 'text', kind: 'long', text: thai },
  { id: 'one', kind: 'one_of', text: latin, choices },
  { id: 'any', kind: 'any_of', text: thai, choices },
] satisfies EventDraftInput['questions']

export type Fixtures = Awaited<ReturnType<typeof addFixtures>>

/** Users and events with everything that is long. */
export async function addFixtures(request: APIRequestContext) {
  const makers = makersOf(request)
  const long = { first_name: latin.slice(0, 150), last_name: thai.slice(0, 150) }
  const nameOf = () => `${makers.uniqueName()}${latin.slice(0, 120)}`
  const [attendee, organizer, neighbour, stranger] = await Promise.all([
    makers.addAttendee({ username: nameOf(), ...long }),
    makers.addOrganizer({ username: nameOf(), ...long }),
    makers.addOrganizer(),
    makers.addAttendee({ username: nameOf(), ...long }),
  ])
  const [own, other, unlisted, deciding, owing] = await Promise.all([
    makers.addEvent(longDraft(latin), organizer),
    makers.addEvent(
      { ...longDraft(thai), questions, is_online: true, meeting_link: `https://example.com/${latin}` },
      neighbour,
    ),
    makers.addEvent({ event_name: 'Surprise party', visibility: 'PRIVATE' }, organizer),
    makers.addEvent({ ...longDraft(latin), needs_approval: true }, organizer),
    makers.addEvent({ ...longDraft(latin), promptpay_id: '0812345678' }, organizer),
  ])
  const [held, ownTicket] = await Promise.all([
    makers.addTicket(own.id, attendee),
    makers.addTicket(other.id, organizer, false, { text: `${latin} ${thai}`, one: choices[0] }),
    makers.addTicket(own.id, neighbour),
    makers.addTicket(deciding.id, stranger),
    makers.addRefund(owing.id, organizer, stranger),
    makers.addTicket(deciding.id, neighbour),
    addPictures(request, own.id, attendee, organizer),
    addComments(makers, own.id, attendee, organizer, neighbour),
    send(request, 'post', '/api/events/drafts', organizer, { data: { event_name: thai.slice(0, 100) } }),
    // As many as fill the lists: carousels scroll, and there is a next page.
    ...Array.from({ length: 8 }, (_, number) => makers.addEvent({ event_name: `Evening ${number + 1}` }, neighbour)),
    ...[attendee, organizer].flatMap((person) => [
      send(request, 'put', `/api/bookmarks/${other.id}/toggle-bookmark`, person, { data: {} }),
      send(request, 'patch', `/api/users/edit-profile/${person.id}`, person, {
        data: { address: `${latin} ${thai}`, nationality: thai.slice(0, 100) },
      }),
    ]),
  ])
  const profile = await request.get('/api/organizers/view-organizer', {
    headers: { authorization: `Bearer ${organizer.access_token}` },
  })
  const link = await (
    await send(request, 'post', `/api/events/${own.id}/door-links`, organizer, { data: { name: latin.slice(0, 30) } })
  ).json()
  return {
    people: { visitor: null, attendee, organizer } satisfies Record<User, Person | null>,
    organizerId: (await profile.json()).id as number,
    own: own.id,
    other: other.id,
    unlisted: unlisted.id,
    /** The organizer's, with applications to approve. */
    deciding: deciding.id,
    /** The organizer's, with a refund that is due. */
    owing: owing.id,
    tickets: { visitor: held, attendee: held, organizer: ownTicket } satisfies Record<User, { id: number }>,
    door: link.secret as string,
  }
}

/** The local storage of a user who has just logged in. */
export async function storageOf(request: APIRequestContext, { people }: Fixtures, user: User) {
  const person = people[user]
  if (!person) return []
  const { username, password } = person
  const reply = await request.post('/api/users/login', { data: { username, password } })
  const { access_token, refresh_token, status, id, image_url } = await reply.json()
  const session = { access_token, refresh_token, username, status, id: String(id), picture: image_url as string }
  return Object.entries(session).map(([name, value]) => ({ name, value: String(value) }))
}

function longDraft(word: string) {
  return {
    event_name: word.slice(0, 50),
    description: `${word} ${latin.slice(0, 140)}`,
    detailed_description: `## ${word}\n\n${word} and ${thai}\n\n- ${latin}\n\n> ${word}\n\n\`${word}\`\n\n    ${word}\n\n<https://example.com/${latin}>\n\n| ${thai} | ${latin} |\n|---|---|\n| ${latin} | ${thai} |`,
    terms_and_conditions: `${latin} **${thai}**`,
    tags: [word.slice(0, 100), thai.slice(0, 60), 'music', 'food'].join(),
    address: `${word} ${thai}`,
    is_free: false,
    ticket_price: 9_999_999.5,
    max_attendee: 1_000_000,
    min_age_requirement: 20,
    contact_email: `${latin.slice(0, 60)}@example.com`,
    contact_phone: '1'.repeat(30),
    website_url: `https://example.com/${latin}`,
    other_url: `https://${latin.slice(0, 60).toLowerCase()}.example/${latin}`,
  }
}

async function addComments(makers: Makers, event: number, attendee: Person, organizer: Person, neighbour: Person) {
  const thread = await makers.addComment(event, attendee, latin)
  await makers.addComment(event, organizer, thai, thread.id)
  await makers.addComment(event, neighbour, `${thai}\n${latin}`)
}

async function addPictures(request: APIRequestContext, event: number, attendee: Person, organizer: Person) {
  const picture = { create: { width: 640, height: 360, channels: 3, background: '#c8a2ff' } } as const
  const file = { name: 'picture.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() }
  await Promise.all([
    send(request, 'post', `/api/events/${event}/upload/event-image`, organizer, { multipart: { file } }),
    send(request, 'post', `/api/users/${attendee.id}/upload/profile-picture`, attendee, {
      multipart: { profile_picture: file },
    }),
  ])
}

async function send(
  request: APIRequestContext,
  method: 'post' | 'put' | 'patch',
  url: string,
  person: Person,
  options: Parameters<APIRequestContext['post']>[1],
) {
  const reply = await request[method](url, { ...options, headers: { authorization: `Bearer ${person.access_token}` } })
  if (!reply.ok()) throw new Error(`${url}: ${await reply.text()}`)
  return reply
}
