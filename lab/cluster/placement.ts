/** Where each table would lie in a distributed PostgreSQL (Citus) with events as the distribution key: on the shard of its
 *  event by the column that names it, on that of a session or an organizer, copied to every node, or on one node alone. */
export type Placement =
  | { by: 'event' | 'session' | 'organizer'; column: string }
  | { by: 'everywhere' }
  | { by: 'one node' }

const byEvent = (...names: string[]) => names.map((name) => [name, { by: 'event', column: 'event_id' }] as const)
const everywhere = (...names: string[]) => names.map((name) => [name, { by: 'everywhere' }] as const)
const onOneNode = (...names: string[]) => names.map((name) => [name, { by: 'one node' }] as const)

export const placements = new Map<string, Placement>([
  ['events', { by: 'event', column: 'id' }],
  ...byEvent('application_answers', 'bookmarks', 'check_ins', 'comment_reports', 'comment_versions', 'comments'),
  ...byEvent('door_links', 'event_engagement', 'event_guests', 'event_listings', 'event_seats', 'likes'),
  ...byEvent('opening_wishes', 'payments', 'private_listings', 'published_drafts', 'reminders', 'rendered_texts'),
  ...byEvent('tickets', 'unconfirmed_tickets', 'untold_events'),
  ['sessions', { by: 'session', column: 'id' }],
  ['follows', { by: 'organizer', column: 'organizer_id' }],
  // What joins with rows of every event, and is written seldom.
  ...everywhere('users', 'organizers', 'blocks', 'signing_key'),
  ...onOneNode('email_links', 'event_drafts', 'event_news', 'listing_counts', 'listing_days', 'login_networks'),
  ...onOneNode('migrations', 'migration_checksums', 'places', 'rate_limits', 'replica_heartbeat', 'search_words'),
  ...onOneNode('slip_references', 'ticket_feeds'),
])

export const isSpread = (table: string): boolean => {
  const by = placements.get(table)?.by
  return by === 'event' || by === 'session' || by === 'organizer'
}
