import { z } from 'zod'
import * as m from '#messages/fields.json'
import * as labels from '#messages/webhooks.json'
import type { Endpoint } from './endpoint.ts'
import { Id, Instant, PathId, requiredWebAddress } from './fields.ts'

export const webhookLimits = { most: 5, messages: 100, answer: 500 }

const webhookTypes = [
  'application.created',
  'application.ended',
  'ticket.issued',
  'ticket.checked_in',
  'event.changed',
] as const

/** The type of a message, as shown to users. */
export const webhookTypeLabels: Record<(typeof webhookTypes)[number], string> = {
  'application.created': labels.someoneApplied,
  'application.ended': labels.applicationEnded,
  'ticket.issued': labels.ticketIssued,
  'ticket.checked_in': labels.ticketCheckedIn,
  'event.changed': labels.eventChanged,
}

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  created_at: Instant,
  /** Messages still to be delivered. */
  waiting: z.number().int(),
  /** The last answer's HTTP status; 0 if there was no answer, null before the first attempt. */
  last_status: z.number().int().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

const url = '/api/organizers/webhooks'
const WebhookParams = z.object({ webhookId: PathId })

/** The organizer's own webhooks, oldest first. */
export const listWebhooks = {
  method: 'GET',
  url,
  schema: { summary: 'List own webhooks', refusals: ['organizers_only'], response: { 200: z.array(Webhook) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const NewWebhook = z.object({ url: requiredWebAddress(m.address) })
export type NewWebhook = z.infer<typeof NewWebhook>

/** Only this response has the secret with which the receiver verifies messages. `webhook_address_refused` if the
 *  address is in the server's own network or cannot be found. */
export const addWebhook = {
  method: 'POST',
  url,
  schema: {
    summary: 'Send messages about own events to an address',
    body: NewWebhook,
    refusals: ['organizers_only', 'too_many_webhooks', 'webhook_address_refused'],
    response: { 201: Webhook.extend({ secret: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Deletes its messages too, including undelivered ones. */
export const removeWebhook = {
  method: 'DELETE',
  url: `${url}/:webhookId`,
  schema: {
    summary: 'Remove a webhook',
    params: WebhookParams,
    refusals: ['webhook_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
} satisfies Endpoint

export const WebhookMessage = z.object({
  /** The same at every attempt, in the header `webhook-id`. */
  id: z.uuid(),
  type: z.enum(webhookTypes),
  event_id: Id,
  event_name: z.string(),
  /** '' for messages about an event. */
  ticket_number: z.string(),
  created_at: Instant,
  attempts: z.number().int(),
  /** Null once the message is delivered or given up. */
  next_attempt_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** HTTP status of the last answer; 0 if there was none, null before the first attempt. */
  answer_status: z.number().int().nullable(),
  /** The start of the last answer, or why there was none. */
  answer: z.string(),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

/** The newest hundred. */
export const listWebhookMessages = {
  method: 'GET',
  url: `${url}/:webhookId/messages`,
  schema: {
    summary: "List a webhook's messages and their answers",
    params: WebhookParams,
    refusals: ['webhook_not_found'],
    response: { 200: z.array(WebhookMessage) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Sends the message again now, with current content, and retries with the usual pauses. */
export const replayWebhookMessage = {
  method: 'POST',
  url: `${url}/:webhookId/messages/:messageId/replay`,
  schema: {
    summary: 'Send a webhook message again',
    params: WebhookParams.extend({ messageId: z.uuid() }),
    refusals: ['webhook_not_found', 'webhook_message_not_found'],
    response: { 200: WebhookMessage },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
