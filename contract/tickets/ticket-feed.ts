import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** The calendar of one's own tickets: `path` is its secret address below the site's, '' where it is switched off. Whoever
 *  has the address reads the calendar. */
export const TicketFeed = z.object({ path: z.string() })
export type TicketFeed = z.infer<typeof TicketFeed>

/** The path of the calendar that a secret opens. */
export function ticketFeedPath(secret: string): string {
  return `/feeds/tickets/${secret}.ics`
}

const url = '/api/tickets/calendar-feed'

export const showTicketFeed = {
  method: 'GET',
  url,
  schema: { summary: "Read the address of one's own ticket calendar", response: { 200: TicketFeed } },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The address that there was before stops working. */
export const renewTicketFeed = {
  method: 'POST',
  url,
  schema: { summary: "Make a new address of one's own ticket calendar", response: { 201: TicketFeed } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

export const endTicketFeed = {
  method: 'DELETE',
  url,
  schema: { summary: "Switch one's own ticket calendar off", response: { 200: TicketFeed } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
