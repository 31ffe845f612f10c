import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

/** What lists look for of an event. */
const listing = {
  event_id: '',
  user_id: 'who the owner is',
  is_public: '',
  is_over: '',
  category: '',
  tags: '',
  domains: '',
  is_online: '',
  price: '',
  starts: '',
  ends: '',
  created: '',
  title_text: 'as a search reads them',
  search_text: 'as a search reads them',
  place: 'its point on the map',
}

/** Every column that says something about a person, by its table, with the words by which the privacy policy names it; ''
 *  where it only says whose the row is. */
const personal: Record<string, Record<string, string>> = {
  users: {
    id: '',
    username: 'username',
    email: 'email address',
    email_verified_at: 'when it was verified',
    password_hash: 'your password as a hash',
    first_name: 'first and last name',
    last_name: 'first and last name',
    phone_number: 'phone number',
    birth_date: 'birth date',
    address: 'address',
    latitude: 'latitude',
    longitude: 'longitude',
    nationality: 'nationality',
    facebook_profile: 'Facebook profile',
    instagram_handle: 'Instagram handle',
    profile_picture: 'profile picture',
    created_at: 'when the account was made',
    updated_at: 'last changed',
    google_sub: 'the number by which Google knows your account',
    username_changes_left: 'how often you may still change your username',
  },
  sessions: {
    id: 'a random number',
    user_id: '',
    generation: 'how often',
    rotated_at: 'when it was last renewed',
    expires_at: 'when it ends',
    ended_at: 'whether you ended it',
    device: 'what kind of browser and device it is',
    started_at: 'when you logged in',
    last_used_at: 'when it was last used',
  },
  login_networks: { user_id: '', network_hash: 'as a keyed hash', seen_at: 'when it was last seen' },
  email_links: {
    user_id: '',
    kind: 'to verify your email or to set a new password',
    email: 'email address',
    token_hash: 'a hash of it',
    expires_at: 'when it expires',
  },
  tickets: {
    id: 'its numbers',
    ticket_id: 'its numbers',
    ticket_number: 'its numbers',
    event_id: 'the event',
    user_id: '',
    fullname: 'the name on the ticket',
    register_date: 'when you applied',
    status: 'its status',
    used_at: 'used',
    issued_at: 'when it became a ticket',
    pay_by: 'until when you have to pay',
    price_satang: 'the price',
    organizer_word: 'what the organizer wrote to you',
    cancelled_at: 'cancelled',
    cancel_reason: 'why',
    changed_at: 'last changed',
  },
  payments: {
    ticket_id: '',
    slip_state: 'what became of it',
    slip_picture: 'the picture of the slip',
    slip_readable: 'whether its code could be read',
    slip_reason: 'why it was refused',
    slip_sent_at: 'when you sent it',
    seconds_left: 'how long you could still pay',
    refund_to: 'the PromptPay number for a refund',
    amount_satang: 'how much was paid',
    paid_at: 'when',
    refunded_at: 'paid back',
  },
  slip_references: { bank: 'the bank', reference: 'its number of the transfer', ticket_id: 'which application' },
  application_answers: { ticket_id: 'your application', answers: 'what you answered, with each question' },
  check_ins: {
    event_id: '',
    scan_id: '',
    ticket_id: 'your ticket',
    door_link_id: 'which door link it used',
    device: 'what the device at the door was called',
    verdict: 'the answer',
    let_in: 'whether you were let in',
    scanned_at: 'when it was scanned',
    received_at: 'received',
    undone_at: 'whether that was undone',
  },
  ticket_feeds: { user_id: '', secret: 'the secret in it', created_at: 'when it was made' },
  unconfirmed_tickets: { id: '', ticket_ids: 'which applications', news: 'what has become of them', added_at: '' },
  likes: { event_id: 'which events', user_id: '', created_at: 'since when' },
  bookmarks: { event_id: 'which events', user_id: '', created_at: 'since when' },
  follows: { organizer_id: 'which organizers', user_id: '', created_at: 'since when' },
  opening_wishes: { event_id: 'which events', user_id: '', created_at: 'since when' },
  event_guests: { event_id: 'which unlisted events', user_id: '' },
  comments: {
    id: '',
    event_id: 'where',
    user_id: '',
    parent_id: '',
    content: 'what you wrote',
    created_at: 'when',
    edited_at: 'when it was edited',
    hidden_by: 'whether somebody has hidden it',
    client_key: 'a random key',
  },
  comment_versions: { event_id: '', user_id: '', version: 'how often comments changed' },
  comment_reports: {
    comment_id: 'which comments you reported',
    user_id: '',
    event_id: '',
    reason: 'why',
    created_at: 'when',
    dismissed_at: 'whether the organizer dismissed that',
  },
  blocks: { owner_id: 'which organizer', user_id: 'whom', created_at: 'since when' },
  organizers: {
    id: '',
    user_id: '',
    organizer_name: 'organizer name',
    email: 'email',
    logo: 'logo',
    organization_type: 'type',
    is_verified: 'whether the operator verified you',
    created_at: 'when you applied',
  },
  event_drafts: {
    id: '',
    user_id: '',
    version: 'how often you saved it',
    content: 'what you typed into the form so far',
    event_name: 'its name',
    picture: 'the image',
    created_at: 'when it was begun',
    saved_at: 'last saved',
    sent_hash: 'a hash of what you sent to save it last',
  },
  published_drafts: {
    draft_id: 'which draft',
    user_id: '',
    event_id: 'which event',
    sent_hash: 'a hash of what you sent to publish it',
  },
  untold_events: { event_id: 'which of your new events', organizer_id: '', published_at: 'since when' },
  event_news: {
    id: '',
    organizer_id: '',
    event_ids: 'which of your new events',
    begun_at: 'since when',
    last_user_id: 'how far that has come',
    done_at: 'after all are mailed',
  },
  door_links: {
    id: '',
    event_id: '',
    name: 'the name that you gave a link',
    secret_hash: 'a hash of its secret',
    created_at: 'when it was made',
    last_used_at: 'last used',
    revoked_at: 'revoked',
  },
  rate_limits: {
    key: 'by user, session, IP address or the hash of an email address',
    points: 'how often something was tried',
    expire: 'when counting ends',
  },
  places: { question: 'words and points that were looked up', answer: 'what was found', expires_at: '30 days' },
  event_listings: listing,
  private_listings: listing,
  search_words: { word: 'the longer words', events: 'how many events have each' },
  rendered_texts: { event_id: '', field: 'the two long texts', made_from: '', html: 'as a browser shows them' },
}

/** An event is what its organizer publishes: the policy says so of all that the form asks for, and names what might be a
 *  person's own. */
const eventColumns: Record<string, string> = {
  user_id: 'who the owner is',
  contact_email: 'contact email',
  contact_phone: 'contact phone',
  payment_words: 'words about paying',
  promptpay_id: 'PromptPay number',
  promptpay_name: 'the name of its account',
  event_image: 'the image',
  website_url: 'links included',
  created_at: 'when it was made',
  updated_at: 'changed',
  called_off_at: 'called off',
  comments_closed_at: 'closed to comments',
  applicants_seen_at: 'when you last looked at the list of its applicants',
}
const otherEventColumns = [
  ...[
    'id',
    'event_name',
    'description',
    'detailed_description',
    'terms_and_conditions',
    'visibility',
    'category',
    'tags',
  ],
  ...[
    'is_free',
    'is_online',
    'ticket_price',
    'expected_price',
    'dress_code',
    'start_date_register',
    'end_date_register',
  ],
  ...[
    'start_date_event',
    'previous_start_date',
    'end_date_event',
    'place_to_be_announced',
    'address',
    'latitude',
    'longitude',
    'meeting_link',
    'allowed_email_domains',
  ],
  ...['facebook_url', 'twitter_url', 'instagram_url', 'other_url', 'min_age_requirement', 'link_key', 'version'],
  ...['needs_approval', 'waiting_list', 'payment_minutes', 'questions'],
]

/** Tables without a word about anybody. */
const impersonal = [
  ...['event_seats', 'event_engagement', 'listing_counts', 'listing_days', 'reminders', 'signing_key'],
  ...['migrations', 'migration_checksums', 'replica_heartbeat'],
]

/** The entries of the policy, one line each. */
const entries = readFileSync(new URL('texts/privacy-policy.md', import.meta.url), 'utf8')
  .replace(/\n {2}(?=\S)/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- '))

test('every table and column of the database is in the list, so that somebody has thought of whom it tells', async () => {
  const { db } = await startApp()

  const { rows } = await db.pool.query<{ table_name: string; columns: string[] }>(
    `
    SELECT table_name, array_agg(column_name::text ORDER BY column_name::text COLLATE "C") AS columns
    FROM information_schema.columns
    WHERE table_schema = 'public' AND NOT table_name = ANY($1)
    GROUP BY table_name`,
    [impersonal],
  )
  const found = Object.fromEntries(rows.map(({ table_name, columns }) => [table_name, columns]))

  const events = [...Object.keys(eventColumns), ...otherEventColumns].sort()
  const listed = Object.entries(personal).map(([table, columns]) => [table, Object.keys(columns).sort()])
  expect(found).toEqual({ ...Object.fromEntries(listed), events })
})

test('the database has no tables elsewhere but those of the queue, which the privacy policy names', async () => {
  const { db } = await startApp()

  const { rows } = await db.pool.query<{ nspname: string }>(`
    SELECT DISTINCT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'public') ORDER BY nspname`)

  expect(rows.map(({ nspname }) => nspname)).toEqual(['graphile_worker'])
  expect(entryOf('graphile_worker')).toContain('the address and the words of mails')
})

test.each(Object.entries({ ...personal, events: eventColumns }))(
  'the privacy policy names what %s holds about people, and for how long',
  (table, columns) => {
    const entry = entryOf(table)

    expect(Object.values(columns).filter((words) => !entry.includes(words))).toEqual([])
    expect(entry).toMatch(/\bKept (until|for|from)\b|\bkept for\b|Made anew when they change/)
  },
)

test('the privacy policy names no table that there is not', () => {
  const tables = entries.flatMap((entry) => [...entry.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

  expect(tables.filter((name) => !(name in personal) && !['events', 'graphile_worker'].includes(name))).toEqual([])
})

/** What the policy says of a table, '' where it does not name it. */
function entryOf(table: string): string {
  return entries.filter((entry) => entry.includes(`\`${table}\``)).join('\n')
}
