/** Simulates open pages of one event, each with a stream of its own; started by live.ts. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PagesOrder {
  port: number
  eventId: number
  /** Opens one page for each token; null for a visitor's page. */
  tokens: (string | null)[]
}

/** The state that the pages must have reached by now: taken seats and written comments. */
export interface PagesQuestion {
  seats: number
  comments: number
}

export interface PagesReport {
  pages: number
  /** The number of pages that have received this number of seats. */
  right: number
  /** The time at which the last of them received it, in milliseconds since 1970. */
  lastRight: number
  /** The number of pages that show all comments, and the time at which the last of them had fetched them. */
  rightComments: number
  lastRightComments: number
  /** How often comments were fetched, how long that took in milliseconds, and how often it failed. */
  fetches: number
  p50: number
  p99: number
  failed: number
  /** The most messages that one page received. */
  mostMessages: number
  /** The most messages that one page received in one second. */
  mostInASecond: number
}

interface Page {
  /** Headers with the page's IP address and its viewer's token. */
  headers: Record<string, string>
  messages: { at: number; seats: number }[]
  /** `announced` is the newest announced comments version; `shown` is the one shown since `shownAt`. */
  announced: number
  shown: number
  shownAt: number
  isWaiting: boolean
  /** The time within which the page fetches comments, in milliseconds; it grows with slow responses. */
  spread: number
}

const pages: Page[] = []
const fetches: number[] = []
let failed = 0
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

process.on('message', async (question: PagesOrder | PagesQuestion) => {
  if ('seats' in question) process.send?.(report(question))
  else process.send?.(await openAll(question))
})
process.on('SIGTERM', () => process.exit(0))
process.send?.('ready')

/** Opens a few pages at a time, as people would. */
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
  const headers = {
    // Every page has its own IP address.
    'x-forwarded-for': `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  const page: Page = { headers, messages: [], announced: 0, shown: -1, shownAt: 0, isWaiting: false, spread: 1_000 }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`)
  const comments = `http://127.0.0.1:${port}/api/events/${eventId}/comments?limit=30`
  const first = new Promise<void>((resolve) => {
    let rest = ''
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue
        const { current_attendees, comments_version } = JSON.parse(line.slice(6))
        page.messages.push({ at: Date.now(), seats: current_attendees })
        page.announced = comments_version
        void follow(page, comments, 100 + Math.random() * page.spread)
        resolve()
      }
    })
  })
  // A page also loads the comments when it opens.
  await follow(page, comments, 0)
  await Promise.race([first, once(socket, 'close').then(() => Promise.reject(new Error('a page was refused')))])
  pages.push(page)
}

/** Fetches the comments as the product's page does (use-refresh.ts): after `wait` milliseconds, and again while a higher
 *  version is announced, less often if responses are slow. */
async function follow(page: Page, url: string, wait: number): Promise<void> {
  if (page.isWaiting || page.announced <= page.shown) return
  page.isWaiting = true
  for (let soon = wait; page.announced > page.shown; soon = 100 + Math.random() * page.spread) {
    await sleep(soon)
    const asked = performance.now()
    try {
      const [response] = (await once(get(url, { agent, headers: page.headers }), 'response')) as [IncomingMessage]
      await buffer(response)
      if (response.statusCode === 200) {
        page.shown = Math.max(page.shown, Number(response.headers['x-version']))
        page.shownAt = Date.now()
      } else failed += 1
    } catch {
      failed += 1
    }
    const took = performance.now() - asked
    // The first load of a page is not part of the rush.
    if (wait > 0) fetches.push(took)
    page.spread = Math.min(5_000, Math.max(1_000, took * 4))
  }
  page.isWaiting = false
}

function report({ seats, comments }: PagesQuestion): PagesReport {
  const right = pages.flatMap(({ messages }) => messages.find((message) => message.seats === seats)?.at ?? [])
  const rightComments = pages.filter(({ shown }) => shown >= comments).map(({ shownAt }) => shownAt)
  const times = pages.map(({ messages }) => messages.map(({ at }) => at))
  const sorted = fetches.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return {
    pages: pages.length,
    right: right.length,
    lastRight: Math.max(0, ...right),
    rightComments: rightComments.length,
    lastRightComments: Math.max(0, ...rightComments),
    fetches: fetches.length,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    mostMessages: Math.max(0, ...times.map(({ length }) => length)),
    mostInASecond: Math.max(0, ...times.map(mostInASecond)),
  }
}

function mostInASecond(times: number[]): number {
  return Math.max(0, ...times.map((from, n) => times.slice(n).filter((at) => at < from + 1_000).length))
}
