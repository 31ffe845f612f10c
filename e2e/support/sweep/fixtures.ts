import type { APIRequestContext } from '@playwright/test'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import { makersOf, type Person } from '../fixtures.ts'
import { picture } from '../picture.ts'
import type { User } from './routes.ts'

/** Long texts without spaces, in both languages. */
const latin = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5).slice(0, 200)
const thai = 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา'.repeat(6).slice(0, 200)

const choices = [latin.slice(0, 100), thai.slice(0, 100)]
const questions = [
  { id: 'text', kind: 'long', text: thai },
  { id: 'one', kind: 'one_of', text: latin, choices },
  { id: 'any', kind: 'any_of', text: thai, choices },
] satisfies EventFieldsInput['questions']

export type Fixtures = Awaited<ReturnType<typeof addFixtures>>

/** Users and events with the longest possible texts. */
export async function addFixtures(request: APIRequestContext) {
  const { send, ...makers } = makersOf(request)
  const long = { first_name: latin.slice(0, 150), last_name: thai.slice(0, 150) }
  const nameOf = () => `${makers.uniqueName()}${latin.slice(0, 120)}`
  const [attendee, organizer, neighbour, stranger] = await Promise.all([
    makers.addAttendee({ username: nameOf(), ...long }),
    makers.addOrganizer({ username: nameOf(), ...long }),
    makers.addOrganizer(),
    makers.addAttendee({ username: nameOf(), ...long }),
  ])
  const about = { address: `${latin} ${thai}`, nationality: thai.slice(0, 100) }
  const portrait = { profile_picture: picture }
  const online = { is_online: true, meeting_link: `https://example.com/${latin}` }
  const [own, other, deciding, owing] = await Promise.all([
    makers.addEvent(longEvent(latin), organizer),
    makers.addEvent({ ...longEvent(thai), questions, ...online }, neighbour),
    // One with applications to approve and one with a refund due.
    makers.addEvent({ ...longEvent(latin), needs_approval: true }, organizer),
    makers.addEvent({ ...longEvent(latin), promptpay_id: '0812345678' }, organizer),
  ])
  const [held, ownTicket, profile, link] = await Promise.all([
    makers.addTicket(own.id, attendee),
    makers.addTicket(other.id, organizer, false, { text: `${latin} ${thai}`, one: choices[0] }),
    send('get', '/api/organizers/view-organizer', {}, organizer),
    send('post', `/api/events/${own.id}/door-links`, { data: { name: latin.slice(0, 30) } }, organizer),
    makers.addTicket(own.id, neighbour),
    makers.addTicket(deciding.id, stranger),
    makers.addTicket(deciding.id, neighbour),
    makers.addRefund(owing.id, organizer, stranger),
    send('post', `/api/events/${own.id}/upload/event-image`, { multipart: { file: picture } }, organizer),
    send('post', `/api/users/${attendee.id}/upload/profile-picture`, { multipart: portrait }, attendee),
    send('post', '/api/events/drafts', { data: { event_name: thai.slice(0, 100) } }, organizer),
    makers
      .addComment(own.id, attendee, latin)
      .then((thread) => makers.addComment(own.id, organizer, thai, thread.id))
      .then(() => makers.addComment(own.id, neighbour, `${thai}\n${latin}`)),
    makers.addComment(other.id, stranger, latin),
    // Enough for carousels to scroll and lists to have a second page.
    ...Array.from({ length: 8 }, (_, number) => makers.addEvent({ event_name: `Evening ${number + 1}` }, neighbour)),
    ...[attendee, organizer].flatMap((person) => [
      send('put', `/api/bookmarks/${other.id}/toggle-bookmark`, { data: {} }, person),
      send('patch', `/api/users/edit-profile/${person.id}`, { data: about }, person),
    ]),
  ])
  const ids: Record<string, number | string> = {
    ...{ own: own.id, other: other.id, deciding: deciding.id, owing: owing.id },
    ...{ ticket: held.id, answered: ownTicket.id, organizer: profile.id, door: link.secret },
  }
  return {
    people: { visitor: null, attendee, organizer } satisfies Record<User, Person | null>,
    /** Replaces `:own` and the like in a path of `routes`. */
    fill: (path: string) => path.replace(/:(\w+)/g, (_, name) => `${ids[name]}`),
    /** What the users wrote, and their names. */
    texts:
      /Pneumono\w*|person\w+|House of|Malee|Suksan|Evening \d+|Talks and food for people who write JavaScript|Two talks, then|Programme|Computer( [0-9A-F]{3})?|music|food/gi,
  }
}

function longEvent(word: string) {
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
