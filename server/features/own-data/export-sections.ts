import type * as m from '#messages/export.json'
import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A list in `data.json`, or one object: rows of one table about a person. The message with its name describes it. */
export interface Section {
  name: string
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

type DescribedSection = Section & { name: keyof typeof m }

export const byUser = (userId: number) => sql`t.user_id = ${userId}`
const ofOwnTicket = (userId: number) => sql`t.ticket_id IN (SELECT id FROM tickets WHERE user_id = ${userId})`
const event_name = sql`(SELECT e.event_name FROM events e WHERE e.id = t.event_id)`
const ticket_type = sql`(SELECT y.name FROM ticket_types y WHERE y.id = t.ticket_type_id)`
const code = sql`(SELECT c.code FROM codes c WHERE c.id = t.code_id)`
const onOwnEvent = (userId: number) => sql`t.event_id IN (SELECT id FROM events WHERE user_id = ${userId})`

/** The sections for organizers, in order. */
const organizingSections: readonly DescribedSection[] = [
  {
    name: 'organizer',
    table: 'organizers',
    single: true,
    columns: ['id', 'organizer_name', 'email', 'logo', 'organization_type', 'is_verified', 'created_at'],
    extra: { followers: sql`(SELECT count(*)::int FROM follows f WHERE f.organizer_id = t.id)` },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'events',
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
    table: 'event_drafts',
    columns: ['id', 'version', 'event_name', 'content', 'picture', 'created_at', 'saved_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'messages',
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
    table: 'door_links',
    columns: ['id', 'event_id', 'name', 'created_at', 'last_used_at', 'revoked_at'],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'passkeys',
    table: 'passkeys',
    columns: ['id', 'name', 'counter', 'transports', 'created_at', 'last_used_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'team_of_your_events',
    table: 'event_members',
    columns: ['id', 'event_id', 'user_id', 'role', 'created_at', 'expires_at', 'joined_at'],
    isOf: onOwnEvent,
    key: 'id',
  },
  {
    name: 'access_tokens',
    table: 'access_tokens',
    columns: ['id', 'name', 'scopes', 'created_at', 'last_used_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'webhooks',
    table: 'webhooks',
    columns: ['id', 'url', 'created_at'],
    isOf: byUser,
    key: 'id',
  },
]

/** All sections from the database, in order. */
export const sections: readonly DescribedSection[] = [
  {
    name: 'account',
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
    table: 'sessions',
    columns: ['id', 'device', 'started_at', 'last_used_at', 'rotated_at', 'generation', 'expires_at', 'ended_at'],
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'known_networks',
    table: 'login_networks',
    columns: ['seen_at'],
    isOf: byUser,
    key: 'network_hash',
  },
  {
    name: 'links_by_mail',
    table: 'email_links',
    columns: ['kind', 'email', 'expires_at'],
    isOf: byUser,
    key: 'kind',
  },
  {
    name: 'tickets',
    table: 'tickets',
    columns: [
      ...['id', 'ticket_id', 'calendar_uid', 'ticket_number', 'event_id', 'fullname', 'status'],
      ...['register_date', 'issued_at', 'pay_by', 'price_satang', 'used_at', 'cancelled_at', 'cancel_reason'],
      ...['organizer_word', 'changed_at', 'slip_read_until', 'ticket_type_id', 'party_of', 'code_id', 'claim_by'],
    ],
    extra: { event_name, ticket_type, code },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'payments',
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
    table: 'slip_references',
    columns: ['bank', 'reference', 'ticket_id'],
    isOf: ofOwnTicket,
    key: 'reference',
  },
  {
    name: 'answers',
    table: 'application_answers',
    columns: ['ticket_id', 'answers'],
    isOf: (userId) => sql`t.ticket_id IN (SELECT id FROM tickets WHERE user_id = ${userId})`,
    key: 'ticket_id',
  },
  {
    name: 'invitations',
    table: 'invitations',
    columns: ['ticket_id', 'email'],
    isOf: ofOwnTicket,
    key: 'ticket_id',
  },
  {
    name: 'ticket_calendar',
    table: 'ticket_feeds',
    single: true,
    columns: ['created_at'],
    isOf: byUser,
    key: 'user_id',
  },
  {
    name: 'wallet_passes',
    table: 'wallet_passes',
    columns: ['id', 'serial', 'device', 'push_token', 'added_at', 'due_at'],
    isOf: (userId) => sql`t.serial IN (SELECT ticket_id FROM tickets WHERE user_id = ${userId})`,
    key: 'id',
  },
  {
    name: 'check_ins',
    table: 'check_ins',
    columns: ['event_id', 'ticket_id', 'scan_id', 'verdict', 'let_in', 'scanned_at', 'received_at', 'undone_at'],
    isOf: ofOwnTicket,
    key: 'scan_id',
  },
  {
    name: 'messages_of_organizers',
    table: 'message_recipients',
    columns: ['message_id', 'state'],
    extra: { subject: sql`(SELECT m.subject FROM event_messages m WHERE m.id = t.message_id)` },
    isOf: byUser,
    key: 'message_id',
  },
  {
    name: 'feedback',
    table: 'event_feedback',
    columns: ['event_id', 'stars', 'sentence', 'changed_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'likes',
    table: 'likes',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'opening_wishes',
    table: 'opening_wishes',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'bookmarks',
    table: 'bookmarks',
    columns: ['event_id', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'following',
    table: 'follows',
    columns: ['organizer_id', 'created_at'],
    extra: { organizer_name: sql`(SELECT o.organizer_name FROM organizers o WHERE o.id = t.organizer_id)` },
    isOf: byUser,
    key: 'organizer_id',
  },
  {
    name: 'events_seen_by_link',
    table: 'event_guests',
    columns: ['event_id'],
    extra: { event_name },
    isOf: byUser,
    key: 'event_id',
  },
  {
    name: 'comments',
    table: 'comments',
    columns: ['id', 'event_id', 'parent_id', 'content', 'created_at', 'edited_at', 'hidden_by', 'client_key'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'reports',
    table: 'comment_reports',
    columns: ['comment_id', 'event_id', 'reason', 'created_at', 'dismissed_at'],
    isOf: byUser,
    key: 'comment_id',
  },
  {
    name: 'blocked_by',
    table: 'blocks',
    columns: ['created_at'],
    extra: { organizer_name: sql`(SELECT o.organizer_name FROM organizers o WHERE o.user_id = t.owner_id)` },
    isOf: byUser,
    key: 'owner_id',
  },
  {
    name: 'people_you_blocked',
    table: 'blocks',
    columns: ['user_id', 'created_at'],
    isOf: (userId) => sql`t.owner_id = ${userId}`,
    key: 'user_id',
  },
  {
    name: 'teams',
    table: 'event_members',
    columns: ['id', 'event_id', 'role', 'joined_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  {
    name: 'scans_by_you',
    table: 'check_ins',
    columns: ['event_id', 'ticket_id', 'verdict', 'scanned_at'],
    isOf: (userId) => sql`t.scanned_by = ${userId}`,
    key: 'scan_id',
  },
  {
    name: 'actions_on_events',
    table: 'event_log',
    columns: ['id', 'event_id', 'action', 'detail', 'ticket_ids', 'created_at'],
    extra: { event_name },
    isOf: byUser,
    key: 'id',
  },
  ...organizingSections,
]
