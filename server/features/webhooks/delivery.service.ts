import { createHmac } from 'node:crypto'
import { webhookLimits } from '#contract/webhooks.ts'
import type { Context } from '#server/lib/context.ts'
import { postOutside } from '#server/lib/security/outside.ts'
import {
  type DueMessage,
  deleteOldMessages,
  noteAnswer,
  selectDueWebhooks,
  takeMessage,
} from './webhooks.repository.ts'

export const secretPrefix = 'whsec_'

const minute = 60_000
const hour = 60 * minute
/** Pauses after failed attempts, in milliseconds: a day in all. */
const pauses = [10_000, minute, 5 * minute, 20 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]
/** After this time another process takes a message whose process was killed. */
const lease = 5 * minute
/** Webhooks that one process serves in parallel; the messages of each are sent one by one. */
const mostAtOnce = 20
const keptFor = 30 * 24 * hour

export interface WebhookSender {
  /** Starts sending what is due. A slow receiver delays only its own messages. */
  sendDue(): Promise<void>
  /** Aborts; interrupted messages are sent again later. */
  stop(): Promise<void>
}

export function openWebhookSender(ctx: Context): WebhookSender {
  const sending = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  return {
    async sendDue() {
      const due = await selectDueWebhooks(ctx.db, [...sending.keys()], ctx.now(), mostAtOnce - sending.size)
      for (const id of due) {
        // Only the database can fail here; the message is taken again after its lease.
        const ended = sendMessages(ctx, id, stopping.signal)
          .catch(() => undefined)
          .finally(() => sending.delete(id))
        sending.set(id, ended)
      }
    },

    async stop() {
      stopping.abort()
      await Promise.all(sending.values())
    },
  }
}

/** Sends the due messages of one webhook one by one, as in Standard Webhooks (https://www.standardwebhooks.com). Each arrives at
 *  least once, in no guaranteed order. */
export async function sendMessages(ctx: Context, webhookId: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = ctx.now()
    const message = await takeMessage(ctx.db, webhookId, now, new Date(now.getTime() + lease))
    if (message === null) return
    await send(ctx, message, signal)
  }
}

async function send(ctx: Context, message: DueMessage, signal: AbortSignal): Promise<void> {
  const sentAt = ctx.now()
  const body = JSON.stringify({
    type: message.type,
    timestamp: message.created_at,
    data: { event: message.event, ...(message.application ? { application: message.application } : {}) },
  })
  const { status, text } = await postOutside(new URL(message.url), {
    body,
    headers: headersOf(message, body, sentAt),
    allowInside: ctx.settings.WEBHOOKS_INSIDE,
    signal,
  }).catch((error: Error) => ({ status: 0, text: error.message }))
  if (signal.aborted && status === 0) return
  const isDelivered = status >= 200 && status < 300
  const pause = pauses[message.attempts - 1]
  await noteAnswer(ctx.db, message.id, {
    status,
    text: storable(text),
    deliveredAt: isDelivered ? sentAt : null,
    nextAttempt: isDelivered || pause === undefined ? null : new Date(sentAt.getTime() + pause),
  })
}

function headersOf({ id, secret }: DueMessage, body: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Ruam-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** The start of a response as one line, without characters that PostgreSQL cannot store. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, webhookLimits.answer)
}

/** Deletes messages after a month. */
export async function forgetOldMessages(ctx: Context): Promise<void> {
  await deleteOldMessages(ctx.db, new Date(ctx.now().getTime() - keptFor))
}
