import { sql } from '#server/lib/postgres/database.ts'
import { byUser, type Section } from './section.ts'

const onOwnEvent = (userId: number) => sql`t.event_id IN (SELECT id FROM events WHERE user_id = ${userId})`

/** What is exported of somebody who organizes, in its order. */
export const organizingSections: readonly Section[] = [
  {
    name: 'organizer',
    about: 'Your organizer profile, which is also your application to become one.',
    table: 'organizers',
    single: true,
    columns: ['id', 'organizer_name', 'email', 'logo', 'organization_type', 'is_verified', 'created_at'],
    beside: { followers: sql`(SELECT count(*)::int FROM follows f WHERE f.organizer_id = t.id)` },
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
      'dress_code',
      ...['start_date_register', 'end_date_register', 'start_date_event', 'end_date_event', 'address', 'latitude'],
      ...['longitude', 'meeting_link', 'allowed_email_domains', 'contact_email', 'contact_phone', 'website_url'],
      ...['facebook_url', 'twitter_url', 'instagram_url', 'other_url', 'min_age_requirement', 'created_at'],
      ...['previous_start_date', 'updated_at', 'called_off_at', 'comments_closed_at', 'version', 'link_key'],
      ...['applicants_seen_at', 'place_to_be_announced'],
      ...['needs_approval', 'waiting_list', 'promptpay_id', 'promptpay_name', 'payment_minutes', 'questions'],
    ],
    beside: {
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
    name: 'drafts',
    about: 'The events that you have not finished: what you typed, and when you saved it.',
    table: 'event_drafts',
    columns: ['id', 'version', 'event_name', 'content', 'picture', 'created_at', 'saved_at'],
    isOf: byUser,
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
]
