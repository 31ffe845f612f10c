import type { Person } from '#server/testing/app.ts'
import { startLine } from './line.ts'
import { sendSlip } from './slips.ts'

const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678' }

/** An event with a price of 250.50 baht and people who have to pay it. */
export async function startPaying(payers = 1, event: object = {}, on?: Parameters<typeof startLine>[1]) {
  const stage = await startLine({ seats: payers, waiting: 0, event: { ...priced, ...event } }, on)
  const [payer] = stage.holders as [Person]
  const ids = await Promise.all(stage.holders.map(async (holder) => (await stage.ticketOf(holder)).id))
  const send = async (content: Buffer, person = payer, id = ids[0] as number, more: object = {}) =>
    sendSlip(stage, person, id, content, more)
  const decide = (action: 'confirm' | 'refuse', body: object = {}, id = ids[0]) =>
    stage.owner.post(`/api/tickets/${id}/slip/${action}`, body)
  return { ...stage, payer, ids, id: ids[0] as number, send, decide }
}
