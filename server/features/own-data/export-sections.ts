import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A list in `data.json`, or one object: rows of one table about a person. */
export interface Section {
  name: string
  /** A one-sentence description for the person. */
  about: string
  table: string
  /** A single object instead of a list. */
  single?: true
  columns: readonly string[]
  /** Additional values by name; the table's row is `t`. */
  extra?: Record<string, Sql>
  /** The condition for the person's rows; the row is `t`. */
  isOf: (userId: number) => Sql
  /** A unique column to order by. */
  key: string
}

export const byUser = (userId: number) => sql`t.user_id = ${userId}`
const ofOwnTicket = (userId: number) => sql`t.ticket_id IN (SELECT id FROM tickets WHERE user_id = ${userId})`
const event_name = sql`(SELECT e.event_name FROM events e WHERE e.id = t.event_id)`
const ticket_type = sql`(SELECT y.name FROM ticket_types y WHERE y.id = t.ticket_type_id)`
const code = sql`(SELECT c.code FROM codes c WHERE c.id = t.code_id)`
const onOwnEvent = (userId: number) => sql`t.event_id IN (SELECT id FROM events WHERE user_id = ${userId})`

/** The sections for organizers, in order. */
const organizingSections: readonly Section[] = [
  {
    name: 'organizer',
    about: 'Your organizer profile, which is also your application to become one.',
    table: 'organizers',
    single: true,
    columns: ['id', 'organizer_name', 'email', 'logo', 'organization_type', 'is_verified', 'created_at'],
    extra: { followers: sql`(SELECT count(*)::int FROM follows f WHERE f.organizer_id = t.id)` },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'events',
    about: 'The events that you have published, with how many people applied, hold a ticket and were checked in.',
    table: 'events',
    columns: [
      ...[
        'id',
        'event_name',
        'description',
        'detailed_description',
        'terms_and_conditions',
        'event_image',
        'visibility',
      ],
      ...['category', 'tags', 'is_free', 'is_online', 'ticket_price', 'expected_price', 'payment_words'],
      ...['highest_ticket_price', 'has_codes'],
      'dress_code',
      ...['start_date_register', 'end_date_register', 'start_date_event', 'end_date_event', 'address', 'latitude'],
      ...['longitude', 'meeting_link', 'allowed_email_domains', 'contact_email', 'contact_phone', 'website_url'],
      ...['facebook_url', 'twitter_url', 'instagram_url', 'other_url', 'min_age_requirement', 'created_at'],
      ...['previous_start_date', 'updated_at', 'called_off_at', 'comments_closed_at', 'version', 'link_key'],
      ...['applicants_seen_at', 'place_to_be_announced'],
      ...['needs_approval', 'waiting_list', 'promptpay_id', 'promptpay_name', 'payment_minutes', 'questions'],
      ...['max_party', 'guest_names_optional', 'questions_per_guest', 'pass_on_until', 'series_id'],
    ],
    extra: {
      max_attendee: sql`(SELECT s.capacity FROM event_seats s WHERE s.event_id = t.id)`,
      applicants: sql`
        (SELECT count(DISTINCT coalesce(x.user_id, -x.id))::int FROM tickets x WHERE x.event_id = t.id)`,
      ticket_holders: sql`
        (SELECT count(*)::int FROM tickets x WHERE x.event_id = t.id AND x.status IN ('ACTIVE', 'USED'))`,
      checked_in: sql`(SELECT count(*)::int FROM tickets x WHERE x.event_id = t.id AND x.status = 'USED')`,
    },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'ticket_types',
    about: 'The ticket types of your events, with the seats held and the people on the waiting list of each.',
    table: 'ticket_types',
    columns: [
      ...['id', 'event_id', 'position', 'name', 'note', 'price_satang', 'capacity', 'taken', 'waiting'],
      ...['on_sale_from', 'on_sale_until', 'closed_at', 'is_hidden'],
    ],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'codes',
    about: 'The codes of your events: what each takes off the price or opens, its limits, and the seats that have it.',
    table: 'codes',
    columns: [
      ...['id', 'event_id', 'code', 'percent', 'off_satang', 'type_ids', 'capacity', 'per_person', 'used'],
      ...['valid_from', 'valid_until', 'stopped_at'],
    ],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'drafts',
    about: 'The events that you have not finished: what you typed, and when you saved it.',
    table: 'event_drafts',
    columns: ['id', 'version', 'event_name', 'content', 'picture', 'created_at', 'saved_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'messages',
    about: 'The messages that you have written to the people of your events.',
    table: 'event_messages',
    columns: [
      ...['id', 'event_id', 'audience', 'application_ids', 'subject', 'content', 'photos_url', 'timing', 'fixed_time'],
      ...['minutes_before', 'created_at', 'begun_at', 'done_at', 'stopped_at', 'stop_reason'],
    ],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'moved_events',
    about: 'What your events were before you changed their date or place, and what you wrote about it.',
    table: 'event_moves',
    columns: [
      ...['id', 'event_id', 'start_date_event', 'end_date_event', 'is_online', 'place_to_be_announced', 'address'],
      ...['meeting_link', 'note', 'changed_at', 'last_changed_at', 'last_ticket_id', 'begun_at', 'done_at'],
    ],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'door_links',
    about: 'The door links that you have made for your events.',
    table: 'door_links',
    columns: ['id', 'event_id', 'name', 'created_at', 'last_used_at', 'revoked_at'],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'passkeys',
    about: 'Your passkeys, without their keys.',
    table: 'passkeys',
    columns: ['id', 'name', 'counter', 'transports', 'created_at', 'last_used_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'team_of_your_events',
    about: 'The people in the teams of your events by account number, and the invitations that you have sent.',
    table: 'event_members',
    columns: ['id', 'event_id', 'user_id', 'role', 'created_at', 'expires_at', 'joined_at'],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'access_tokens',
    about: 'Your access tokens for programs of yours, without the tokens themselves.',
    table: 'access_tokens',
    columns: ['id', 'name', 'scopes', 'created_at', 'last_used_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'webhooks',
    about: 'The addresses to which messages about your events are sent.',
    table: 'webhooks',
    columns: ['id', 'url', 'created_at'],
    isOf: byUser,
    key: 'id',
  },
]

/** All sections from the database, in order. */
export const sections: readonly Section[] = [
  {
    name: 'account',
    about: 'Your account and your profile.',
    table: 'users',
    single: true,
    columns: [
      ...['id', 'username', 'email', 'email_verified_at', 'first_name', 'last_name', 'phone_number', 'birth_date'],
      ...['address', 'latitude', 'longitude', 'nationality', 'facebook_profile', 'instagram_handle'],
      ...[
        'profile_picture',
        'username_changes_left',
        'messages_off_at',
        'language',
        'passkey_offered_at',
        'google_sub',
        'line_sub',
        'line_messages_at',
        'created_at',
        'updated_at',
      ],
    ],
    extra: { has_password: sql`t.password_hash IS NOT NULL` },
    isOf: (userId) => sql`t.id = ${userId}`,
    key: 'id',
  },
  {
    name: 'sessions',
    about: 'Where you are logged in, or were until recently.',
    table: 'sessions',
    columns: ['id', 'device', 'started_at', 'last_used_at', 'rotated_at', 'generation', 'expires_at', 'ended_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'known_networks',
    about: 'When you last logged in from each known network.',
    table: 'login_networks',
    columns: ['seen_at'],
    isOf: byUser,
    key: 'network_hash',
  },
  {
    name: 'links_by_mail',
    about:
      'Links that were mailed to you and are not used yet: of what kind, to which address, and until when they work.',
    table: 'email_links',
    columns: ['kind', 'email', 'expires_at'],
    isOf: byUser,
    key: 'kind',
  },
  {
    name: 'tickets',
    about: 'All your applications with their tickets, including cancelled ones.',
    table: 'tickets',
    columns: [
      ...['id', 'ticket_id', 'ticket_number', 'event_id', 'fullname', 'status'],
      ...['register_date', 'issued_at', 'pay_by', 'price_satang', 'used_at', 'cancelled_at', 'cancel_reason'],
      ...['organizer_word', 'changed_at', 'slip_read_until', 'ticket_type_id', 'party_of', 'code_id', 'claim_by'],
    ],
    extra: { event_name, ticket_type, code },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'payments',
    about: 'What you paid for tickets by PromptPay, and the slip that you sent for each.',
    table: 'payments',
    columns: [
      ...['ticket_id', 'slip_state', 'slip_picture', 'slip_readable', 'slip_reason', 'slip_sent_at', 'refund_to'],
      ...['amount_satang', 'paid_at', 'refunded_at'],
    ],
    isOf: ofOwnTicket,
    key: 'ticket_id',
  },
  {
    name: 'transfers',
    about: 'The transfers that paid for your tickets, by bank code and reference.',
    table: 'slip_references',
    columns: ['bank', 'reference', 'ticket_id'],
    isOf: ofOwnTicket,
    key: 'reference',
  },
  {
    name: 'answers',
    about: 'Your answers to the questions of events, with the wording of each question at that time.',
    table: 'application_answers',
    columns: ['ticket_id', 'answers'],
    isOf: (userId) => sql`t.ticket_id IN (SELECT id FROM tickets WHERE user_id = ${userId})`,
    key: 'ticket_id',
  },
  {
    name: 'invitations',
    about: 'To which address the invitations that you have claimed were mailed.',
    table: 'invitations',
    columns: ['ticket_id', 'email'],
    isOf: ofOwnTicket,
    key: 'ticket_id',
  },
  {
    name: 'ticket_calendar',
    about: 'When you created a calendar address for your tickets, if you did.',
    table: 'ticket_feeds',
    single: true,
    columns: ['created_at'],
    isOf: byUser,
    key: 'user_id',
  },
  {
    name: 'wallet_passes',
    about: 'The wallets that your tickets are in: each phone with Apple Wallet, and Google Wallet without a phone.',
    table: 'wallet_passes',
    columns: ['id', 'serial', 'device', 'push_token', 'added_at', 'due_at'],
    isOf: (userId) => sql`t.serial IN (SELECT ticket_id FROM tickets WHERE user_id = ${userId})`,
    key: 'id',
  },
  {
    name: 'check_ins',
    about: 'Every scan of your tickets at a door, and its result.',
    table: 'check_ins',
    columns: ['event_id', 'ticket_id', 'scan_id', 'verdict', 'let_in', 'scanned_at', 'received_at', 'undone_at'],
    isOf: ofOwnTicket,
    key: 'scan_id',
  },
  {
    name: 'messages_of_organizers',
    about: 'The messages from organizers that were meant for you, and whether each was sent.',
    table: 'message_recipients',
    columns: ['message_id', 'state'],
    extra: { subject: sql`(SELECT m.subject FROM event_messages m WHERE m.id = t.message_id)` },
    isOf: byUser,
    key: 'message_id',
  },
  {
    name: 'feedback',
    about: 'How you said that events were.',
    table: 'event_feedback',
    columns: ['event_id', 'stars', 'sentence', 'changed_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'likes',
    about: 'The events that you like.',
    table: 'likes',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'opening_wishes',
    about: 'The events about whose opening registration you want to be notified.',
    table: 'opening_wishes',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'bookmarks',
    about: 'The events that you have bookmarked.',
    table: 'bookmarks',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'following',
    about: 'The organizers that you follow, and since when.',
    table: 'follows',
    columns: ['organizer_id', 'created_at'],
    extra: { organizer_name: sql`(SELECT o.organizer_name FROM organizers o WHERE o.id = t.organizer_id)` },
    isOf: byUser,
    key: 'organizer_id',
  },
  {
    name: 'events_seen_by_link',
    about: 'The unlisted events that you have opened by their link.',
    table: 'event_guests',
    columns: ['event_id'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'comments',
    about: 'Your comments and replies.',
    table: 'comments',
    columns: ['id', 'event_id', 'parent_id', 'content', 'created_at', 'edited_at', 'hidden_by', 'client_key'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'reports',
    about: 'The comments that you have reported, and why.',
    table: 'comment_reports',
    columns: ['comment_id', 'event_id', 'reason', 'created_at', 'dismissed_at'],
    isOf: byUser,
    key: 'comment_id',
  },
  {
    name: 'blocked_by',
    about: 'The organizers who have blocked you, and since when.',
    table: 'blocks',
    columns: ['created_at'],
    extra: { organizer_name: sql`(SELECT o.organizer_name FROM organizers o WHERE o.user_id = t.owner_id)` },
    isOf: byUser,
    key: 'owner_id',
  },
  {
    name: 'people_you_blocked',
    about: 'The people that you have blocked, by account number, and since when.',
    table: 'blocks',
    columns: ['user_id', 'created_at'],
    isOf: (userId) => sql`t.owner_id = ${userId}`,
    key: 'user_id',
  },
  {
    name: 'teams',
    about: 'The events of others in whose team you are, with your role.',
    table: 'event_members',
    columns: ['id', 'event_id', 'role', 'joined_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'scans_by_you',
    about: 'The tickets that you have scanned at doors, by number.',
    table: 'check_ins',
    columns: ['event_id', 'ticket_id', 'verdict', 'scanned_at'],
    isOf: (userId) => sql`t.scanned_by = ${userId}`,
    key: 'scan_id',
  },
  {
    name: 'actions_on_events',
    about: 'What you have done with your events and those in whose team you are or were.',
    table: 'event_log',
    columns: ['id', 'event_id', 'action', 'detail', 'ticket_ids', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  ...organizingSections,
]
