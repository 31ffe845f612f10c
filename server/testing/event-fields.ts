import type { EventFieldsInput } from '#contract/events/event-fields.ts'

const hour = 3_600_000

type DateField = Extract<keyof EventFieldsInput, `${string}_date_${string}`>

/** A value for every field but the dates. TypeScript requires one for each new field of the contract. */
export const everyField = {
  event_name: 'งานเทศกาลดนตรีริมน้ำ',
  description: 'Chamber music on the quay.',
  detailed_description: '# Two quartets',
  terms_and_conditions: 'No flash.',
  category: 'CONCERT',
  dress_code: 'OUTDOOR_BEACH_CASUAL',
  visibility: 'PRIVATE',
  tags: 'ดนตรี,river',
  min_age_requirement: 20,
  is_online: true,
  place_to_be_announced: false,
  address: 'ท่าเรือสาทร กรุงเทพฯ',
  latitude: 13.72,
  longitude: 100.51,
  meeting_link: 'https://meet.example.com/abc',
  is_free: false,
  ticket_price: 450.5,
  expected_price: 500,
  payment_words: 'เงินสดหรือพร้อมเพย์หน้างาน',
  ticket_types: [],
  max_attendee: 300,
  needs_approval: false,
  waiting_list: false,
  promptpay_id: '0812345678',
  promptpay_name: 'นางสาวมาลี สุขสันต์',
  payment_minutes: 90,
  questions: [
    { id: 'meal', kind: 'one_of', text: 'อาหารแบบใด', required: true, choices: ['ปกติ', 'เจ'] },
    { id: 'note', kind: 'long', text: 'Anything else?', required: false, choices: [] },
  ],
  max_party: 4,
  guest_names_optional: true,
  questions_per_guest: true,
  pass_on_until: '2026-11-25T05:00:00.000Z',
  allowed_email_domains: 'ku.th',
  contact_email: 'hello@example.com',
  contact_phone: '02 123 4567',
  website_url: 'https://example.com/',
  facebook_url: 'https://facebook.com/river',
  twitter_url: 'https://x.com/river',
  instagram_url: 'https://instagram.com/river',
  other_url: 'https://a.example/,https://b.example/',
} as const satisfies Required<Omit<EventFieldsInput, DateField>>

/** An event next week, whose registration is open now. */
export function eventFields(now: Date, given: Partial<EventFieldsInput> = {}): EventFieldsInput {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
  return {
    event_name: 'Bangkok JavaScript Night',
    description: 'Talks and food for people who write JavaScript.',
    detailed_description: '## Programme\n\nTwo talks, then food.',
    start_date_register: inHours(-1),
    end_date_register: inHours(24),
    start_date_event: inHours(7 * 24),
    end_date_event: inHours(7 * 24 + 3),
    ...given,
  }
}

interface Organizers<Owner> {
  now(): Date
  addOrganizer(): Promise<Owner>
  /** Sends an event to `createEvent` and returns the event; throws if refused. */
  publish(owner: Owner, fields: EventFieldsInput): Promise<{ id: number; event_name: string }>
}

/** Makes an event as an organizer would: owned by `owner`, or by a new organizer. */
export function eventMaker<Owner>({ now, addOrganizer, publish }: Organizers<Owner>) {
  return async (given: Partial<EventFieldsInput> = {}, owner?: Owner) => {
    const organizer = owner ?? (await addOrganizer())
    const { id, event_name } = await publish(organizer, eventFields(now(), given))
    return { id, event_name, owner: organizer }
  }
}
