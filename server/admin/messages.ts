import { audienceLabels } from '#contract/tickets/messages.ts'
import { type ListedMessage, markStopped, selectAllMessages } from '#server/features/messages/messages.repository.ts'
import type { Context } from '#server/lib/context.ts'

const most = 100

/** A paragraph for each message of an organizer to the people of an event, newest first. */
export async function listMessages(ctx: Context): Promise<string> {
  const messages = await selectAllMessages(ctx.db, most)
  return messages.length === 0 ? 'No organizer has written a message.' : messages.map(paragraph).join('\n\n')
}

function paragraph(message: ListedMessage): string {
  const { id, event_name, event_id, organizer_name, audience, subject, content, send_at, state, recipients } = message
  return [
    `Message ${id} by ${organizer_name} about ${event_name} (event ${event_id}): ${state}, ${send_at}`,
    `  to: ${audienceLabels[audience]} (${recipients})`,
    `  ${subject}`,
    ...content.split('\n').map((line) => `  > ${line}`),
  ].join('\n')
}

/** Nobody who does not have it yet gets it. */
export async function stopMessage(ctx: Context, id: string): Promise<string> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  if (await ctx.db.transaction((tx) => markStopped(tx, number, 'operator', ctx.now()))) {
    return `Message ${number} is stopped.`
  }
  throw new Error(`There is no message "${id}" that could be stopped; list-messages shows them.`)
}
