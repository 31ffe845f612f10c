import { deletedAccount, nobody } from '#contract/accounts/deleted-account.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { columnsShown } from './draft-columns.sql.ts'
import { hasApplied, holdsTicket, isOwner, isUnlisted, takesPromptPay } from './events.sql.ts'

/** The tables that `eventColumns` reads from. */
export const eventTables = sql`
  events e
  JOIN event_seats s ON s.event_id = e.id
  LEFT JOIN organizers o ON o.user_id = e.user_id`

/** Who is told the key of an unlisted event's link: its owner, or nobody in lists that others read as well. */
export type TellKey = 'owner' | 'nobody'

/** The fields of an event that cards show, as the API answers them. */
export function cardColumns(reader: Reader, now: Date, tellKey: TellKey): Sql {
  return selected(cardFields(reader, now, tellKey))
}

/** Every field of an event as the API answers it. */
export function eventColumns(reader: Reader, now: Date, tellKey: TellKey): Sql {
  return selected(eventFields(reader, now, tellKey))
}

function selected(fields: Record<string, Sql>): Sql {
  return join(
    Object.entries(fields).map(([name, value]) => sql`${value} AS ${identifier(name)}`),
    ', ',
  )
}

const typedOnCards = columnsShown('card')
const typedBeside = columnsShown('whole')

function cardFields(reader: Reader, now: Date, tellKey: TellKey): Record<keyof CardEvent, Sql> {
  return {
    ...typedOnCards,
    id: sql`e.id`,
    user_id: sql`coalesce(e.user_id, ${nobody})`,
    event_image: sql`e.event_image`,
    status: sql`
      CASE WHEN ${now} < e.start_date_event THEN 'UPCOMING'
           WHEN ${now} < e.end_date_event THEN 'ONGOING'
           ELSE 'COMPLETED' END`,
    max_attendee: sql`s.capacity`,
    current_attendees: sql`s.taken`,
    is_verified: sql`coalesce(o.is_verified, false)`,
    is_called_off: sql`coalesce(e.called_off_at < e.end_date_event, false)`,
    link_key:
      tellKey === 'owner' ? sql`CASE WHEN ${isOwner(reader)} AND ${isUnlisted} THEN e.link_key ELSE '' END` : sql`''`,
    engagement: sql`
      (SELECT jsonb_build_object('total_likes', coalesce(sum(g.likes), 0), 'total_bookmarks', coalesce(sum(g.bookmarks), 0))
       FROM event_engagement g WHERE g.event_id = e.id)`,
    user_engaged: sql`
      jsonb_build_object(
        'is_liked', EXISTS (SELECT FROM likes l WHERE l.event_id = e.id AND l.user_id = ${reader.id}::integer),
        'is_bookmarked', EXISTS (SELECT FROM bookmarks b WHERE b.event_id = e.id AND b.user_id = ${reader.id}::integer),
        'is_applied', ${hasApplied(reader)}
      )`,
  }
}

function eventFields(reader: Reader, now: Date, tellKey: TellKey): Record<keyof Event, Sql> {
  return {
    ...cardFields(reader, now, tellKey),
    ...typedBeside,
    previous_start_date: sql`e.previous_start_date`,
    updated_at: sql`e.updated_at`,
    version: sql`e.version`,
    waiting: sql`s.waiting`,
    takes_promptpay: takesPromptPay,
    promptpay_id: sql`CASE WHEN ${isOwner(reader)} THEN e.promptpay_id ELSE '' END`,
    promptpay_name: sql`CASE WHEN ${isOwner(reader)} THEN e.promptpay_name ELSE '' END`,
    comments_closed: sql`e.comments_closed_at IS NOT NULL`,
    meeting_link: sql`CASE WHEN ${isOwner(reader)} OR ${holdsTicket(reader)} THEN e.meeting_link ELSE '' END`,
    organizer: sql`
      jsonb_build_object(
        'id', coalesce(o.id, ${nobody}), 'organizer_name', coalesce(o.organizer_name, ${deletedAccount}),
        'email', coalesce(o.email, ''), 'logo', coalesce(o.logo, ''),
        'organization_type', coalesce(o.organization_type, 'INDIVIDUAL'), 'is_verified', coalesce(o.is_verified, false)
      )`,
  }
}
