/** Pages that are open on one event, each with a stream of its own; started by live.ts. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface PagesOrder {
  port: number
  eventId: number
  /** One page for each; null for a visitor's. */
  tokens: (string | null)[]
}

export interface PagesReport {
  pages: number
  /** How many of them have heard of this many seats. */
  right: number
  /** When the last of those did, in milliseconds since 1970. */
  lastRight: number
  /** Messages of the page that was sent most. */
  mostMessages: number
  /** Most messages that one page was sent in one second. */
  mostInASecond: number
}

interface Page {
  socket: Socket
  messages: { at: number; seats: number }[]
}

const pages: Page[] = []

process.on('message', async (question: PagesOrder | { seats: number }) => {
  if ('seats' in question) process.send?.(report(question.seats))
  else process.send?.(await openAll(question))
})
process.on('SIGTERM', () => process.exit(0))
process.send?.('ready')

/** A few at a time, as people come. */
async function openAll({ port, eventId, tokens }: PagesOrder): Promise<number> {
  for (let n = 0; n < tokens.length; n += 100) {
    const some = tokens.slice(n, n + 100).map((token, m) => open(port, eventId, token, n + m))
    await Promise.all(some)
  }
  return pages.length
}

/** Resolves with the first message. */
async function open(port: number, eventId: number, token: string | null, n: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const page: Page = { socket, messages: [] }
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  // Everybody from an address of their own.
  const address = `X-Forwarded-For: 10.1.${Math.floor(n / 250)}.${(n % 250) + 1}\r\n`
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n${address}${authorization}\r\n`)
  const first = new Promise<void>((resolve) => {
    let rest = ''
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue
        page.messages.push({ at: Date.now(), seats: JSON.parse(line.slice(6)).current_attendees })
        resolve()
      }
    })
  })
  await Promise.race([first, once(socket, 'close').then(() => Promise.reject(new Error('a page was refused')))])
  pages.push(page)
}

function report(seats: number): PagesReport {
  const right = pages.flatMap(({ messages }) => messages.find((message) => message.seats === seats)?.at ?? [])
  const times = pages.map(({ messages }) => messages.map(({ at }) => at))
  return {
    pages: pages.length,
    right: right.length,
    lastRight: Math.max(0, ...right),
    mostMessages: Math.max(0, ...times.map(({ length }) => length)),
    mostInASecond: Math.max(0, ...times.map(mostInASecond)),
  }
}

function mostInASecond(times: number[]): number {
  return Math.max(0, ...times.map((from, n) => times.slice(n).filter((at) => at < from + 1_000).length))
}
