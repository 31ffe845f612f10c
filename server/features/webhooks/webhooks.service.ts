import { randomBytes } from 'node:crypto'
import { type Webhook, type WebhookMessage, webhookLimits } from '#contract/webhooks.ts'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { profileOf } from '#server/features/organizers/organizers.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { refuseInside } from '#server/lib/security/outside.ts'
import { secretPrefix } from './delivery.service.ts'
import {
  deleteWebhook,
  hasWebhook,
  insertWebhook,
  makeDue,
  selectMessages,
  selectWebhooks,
} from './webhooks.repository.ts'

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
