import { z } from 'zod'
import type { Row, Sent } from '#server/testing/privacy/row.ts'

/** The names of the fields that the call knows. */
export function fieldsOf({ endpoint }: Row): string[] {
  const body = endpoint?.schema.body
  if (body === undefined) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** The same with all that the call does not ask for (OWASP, mass assignment). */
export function withMore(row: Row, sent: Sent): Sent {
  const known = fieldsOf(row)
  const added = Object.fromEntries(Object.entries(more).filter(([key]) => !known.includes(key)))
  return { ...sent, body: { ...added, ...(sent.body as object) } }
}

/** What nothing that is stored holds, unless it was taken over. */
export const marksOfMore = /mass-assigned|191919|2099-09-09/

/** What is for the server alone to say. */
const [number, text, time] = [191_919, 'mass-assigned', '2099-09-09T00:00:00Z']
const more = {
  ...{ id: number, user_id: number, owner_id: number, organizer_id: number, event_id: number, ticket_id: number },
  ...{ session_id: number, current_attendees: number, version: number, total_likes: number, position: number },
  ...{ role: text, status: text, ticket_number: text, link_key: text, secret: text, path: text, hidden_by: text },
  ...{ password_hash: text, google_sub: text, profile_picture: text, logo: text, event_image: text },
  ...{ created_at: time, updated_at: time, email_verified_at: time, used_at: time, paid_at: time, pay_by: time },
  ...{ is_organizer: true, is_admin: true, is_verified: true, is_called_off: true, organizer: { id: number } },
  ...{ prototype: { is_admin: true } },
}
