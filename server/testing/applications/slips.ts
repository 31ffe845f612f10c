import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { slipVerify } from 'promptparse/generate'
import encodeQR from 'qr'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { Person, startApp } from '#server/testing/app.ts'
import { startWaitingList } from './waiting-list.ts'

type Product = Pick<Awaited<ReturnType<typeof startApp>>, 'app'>

/** The text of a KBank slip's QR code. */
export function slipText(reference: string, bank = '004'): string {
  return slipVerify({ sendingBank: bank, transRef: reference })
}

/** A slip like those of banking apps, scaled to the width of its QR code in pixels (240 on a phone). Without a text it has no code
 *  and is small, because the reader searches the whole picture. */
export async function slipPicture(text: string | null, size = text === null ? 24 : 120): Promise<Buffer> {
  const paper = sharp({ create: { width: 3 * size, height: 5 * size, channels: 3, background: '#eafaf0' } })
  if (text === null) return paper.jpeg().toBuffer()
  const code = await sharp(Buffer.from(encodeQR(text, 'svg', { border: 3 })))
    .resize(size, size, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return paper
    .composite([{ input: code, left: 1.75 * size, top: 3.75 * size }])
    .jpeg()
    .toBuffer()
}

/** Sends a slip for an application. */
export function sendSlip({ app }: Product, person: Person, ticketId: number, content: Buffer, more: object = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, String(value))
  form.set('slip', new File([new Uint8Array(content)], 'slip.jpg'))
  return app.inject({
    method: 'POST',
    url: `/api/tickets/${ticketId}/slip`,
    headers: { authorization: `Bearer ${person.access}` },
    payload: form,
  })
}

/** A verification service on loopback that responds with the result of `answer`, redirects to its `location`, or never responds
 *  if it is null. */
export async function startVerifier(answer: (asked: Record<string, unknown>) => object | number | null) {
  const asked: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const question = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ ...question, authorization: request.headers.authorization })
    const said = answer(question)
    if (said === null) return
    if (typeof said === 'number') response.writeHead(said).end()
    else if ('location' in said) response.writeHead(307, { location: String(said.location) }).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`, asked }
}

const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678' }

/** An event with a price of 250.50 baht and people who have to pay it. */
export async function startPaying(payers = 1, event: object = {}, on?: Parameters<typeof startWaitingList>[1]) {
  const stage = await startWaitingList({ seats: payers, waiting: 0, event: { ...priced, ...event } }, on)
  const [payer] = stage.holders as [Person]
  const ids = await Promise.all(stage.holders.map(async (holder) => (await stage.ticketOf(holder)).id))
  const send = async (content: Buffer, person = payer, id = ids[0] as number, more: object = {}) =>
    sendSlip(stage, person, id, content, more)
  const decide = (action: 'confirm' | 'refuse', body: object = {}, id = ids[0]) =>
    stage.owner.post(`/api/tickets/${id}/slip/${action}`, body)
  return { ...stage, payer, ids, id: ids[0] as number, send, decide }
}
