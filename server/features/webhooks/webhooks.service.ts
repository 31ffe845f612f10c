import { createHmac, randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type Webhook, type WebhookMessage, webhookLimits } from '#contract/webhooks.ts'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { profileOf } from '#server/features/organizers/organizers.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { postOutside, refuseInside } from '#server/lib/security/outside.ts'
import {
  type DueMessage,
  deleteOldMessages,
  deleteWebhook,
  hasWebhook,
  insertWebhook,
  makeDue,
  noteAnswer,
  selectDueWebhooks,
  selectMessages,
  selectWebhooks,
  takeMessage,
} from './webhooks.repository.ts'

const secretPrefix = 'whsec_'

/** Throws `organizers_only`. */
export async function list(ctx: Context, user: SignedInUser): Promise<Webhook[]> {
  await profileOf(ctx, user)
  return selectWebhooks(ctx.db, user.id)
}

/** Throws `organizers_only`, `too_many_webhooks` and `webhook_address_refused`. */
export async function add(ctx: Context, user: SignedInUser, url: string): Promise<Webhook & { secret: string }> {
  await profileOf(ctx, user)
  if (!ctx.settings.WEBHOOKS_INSIDE) {
    await refuseInside(new URL(url)).catch(() => {
      throw new AppError('webhook_address_refused')
    })
  }
  const secret = `${secretPrefix}${randomBytes(24).toString('base64')}`
  return ctx.db.transaction(async (tx) => {
    // Two simultaneous calls must not both add the last allowed webhook.
    await lockUser(tx, user.id)
    if ((await selectWebhooks(tx, user.id)).length >= webhookLimits.most) throw new AppError('too_many_webhooks')
    return { ...(await insertWebhook(tx, user.id, url, secret, ctx.now())), secret }
  })
}

/** Throws `webhook_not_found`. */
export async function remove(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  if (!(await deleteWebhook(ctx.db, user.id, id))) throw new AppError('webhook_not_found')
}

/** Throws `webhook_not_found`. */
export async function listMessages(ctx: Context, user: SignedInUser, id: number): Promise<WebhookMessage[]> {
  await requireOwn(ctx, user, id)
  return selectMessages(ctx.db, id, webhookLimits.messages)
}

/** Throws `webhook_not_found` and `webhook_message_not_found`. */
export async function replay(ctx: Context, user: SignedInUser, id: number, messageId: string): Promise<WebhookMessage> {
  await requireOwn(ctx, user, id)
  const message = await makeDue(ctx.db, id, messageId, ctx.now())
  if (message === null) throw new AppError('webhook_message_not_found')
  return message
}

async function requireOwn(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  if (!(await hasWebhook(ctx.db, user.id, id))) throw new AppError('webhook_not_found')
}

const minute = 60_000
const hour = 60 * minute
/** Pauses after failed attempts, in milliseconds: a day in all. */
const pauses = [10_000, minute, 5 * minute, 20 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]
/** After this time another process takes a message whose process was killed. */
const lease = 5 * minute
/** Webhooks that one process serves in parallel; the messages of each are sent one by one. */
const mostAtOnce = 20
/** After this time a webhook gives its place to another, in milliseconds. */
const turn = 10_000
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
  setMaxListeners(mostAtOnce, stopping.signal)
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

/** Sends the due messages of one webhook one by one until its turn is over, as in Standard Webhooks
 *  (https://www.standardwebhooks.com). Each arrives at least once, in no guaranteed order. */
export async function sendMessages(ctx: Context, webhookId: number, signal: AbortSignal, turnMs = turn): Promise<void> {
  const end = performance.now() + turnMs
  while (!signal.aborted) {
    const now = ctx.now()
    const message = await takeMessage(ctx.db, webhookId, now, new Date(now.getTime() + lease))
    if (message === null) return
    await send(ctx, message, signal)
    if (performance.now() >= end) return
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
