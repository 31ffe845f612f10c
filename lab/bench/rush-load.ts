/** Sends one request for every token, over many connections at a time, and reports; started by rush.ts and live.ts. */
import { connect, type Socket } from 'node:net'

interface Order {
  ports: number[]
  connections: number
  /** Unmeasured requests, sent first over the same connections. */
  rehearsal: Requests
  measured: Requests
}

interface Requests {
  /** Paths to request, round-robin. */
  paths: string[]
  /** POST by default. */
  method?: string
  /** JSON body of each request, if any; several are sent round-robin. */
  body?: string | string[]
  /** One request is sent for each token. */
  tokens: string[]
}

/** Times in milliseconds, from writing a request to reading the whole response. */
export interface LoadReport {
  seconds: number
  p50: number
  p99: number
  statuses: Record<number, number>
  failed: number
  /** The places on the waiting list that were answered, in order. */
  positions: number[]
  /** The time at which the last accepted application was answered, in milliseconds since 1970. */
  lastAccepted: number
}

process.on('message', async (order: Order) => process.send?.(await load(order)))
process.on('SIGTERM', () => process.exit(0))
process.send?.('ready')

async function load({ ports, connections, rehearsal, measured }: Order): Promise<LoadReport> {
  const sockets = await Promise.all(Array.from({ length: connections }, (_, n) => open(ports[n % ports.length] ?? 0)))
  await send(sockets, rehearsal)

  const start = performance.now()
  const answers = await send(sockets, measured)
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) socket.destroy()

  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  const lastAccepted = Math.max(0, ...answers.filter(({ status }) => status === 201).map(({ at }) => at))
  return {
    seconds,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    failed: measured.tokens.length - answers.length,
    positions: answers.flatMap(({ position }) => position ?? []).sort((one, other) => one - other),
    lastAccepted,
  }
}

interface Answer {
  status: number
  /** Null if the response has none. */
  position: number | null
  milliseconds: number
  /** The time at which the answer was read, in milliseconds since 1970. */
  at: number
}

/** Each connection sends its next request when the previous one is answered; a broken connection sends no more. */
async function send(sockets: Socket[], { paths, tokens, method = 'POST', body = '' }: Requests): Promise<Answer[]> {
  const bodies = [body].flat()
  const requests = tokens.map((token, n) =>
    requestOf(method, paths[n % paths.length] ?? '', token, bodies[n % bodies.length] ?? ''),
  )
  const answers: Answer[] = []
  let next = 0
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < requests.length) {
        const request = requests[next++] ?? ''
        const sent = performance.now()
        const answer = await exchange(socket, request).catch(() => null)
        if (answer === null) return
        answers.push({ ...answer, milliseconds: performance.now() - sent, at: Date.now() })
      }
    }),
  )
  return answers
}

function requestOf(method: string, path: string, token: string, body: string): string {
  const type = body === '' ? '' : 'Content-Type: application/json\r\n'
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${type}`
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)))
    socket.setEncoding('latin1').once('error', reject)
  })
}

/** Sends one request and reads its whole response, which must have a Content-Length. Resolves to the HTTP status and the
 *  place on the waiting list. */
function exchange(socket: Socket, request: string): Promise<Pick<Answer, 'status' | 'position'>> {
  return new Promise((resolve, reject) => {
    let text = ''
    const handleData = (chunk: string) => {
      text += chunk
      const head = text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1])
      if (text.length < head + 4 + length) return
      const [, position] = /"position":(\d+)/.exec(text) ?? []
      settle(() => resolve({ status: Number(text.slice(9, 12)), position: position ? Number(position) : null }))
    }
    const handleEnd = () => settle(() => reject(new Error('the connection ended')))
    const settle = (then: () => void) => {
      socket.off('data', handleData).off('close', handleEnd)
      then()
    }
    socket.on('data', handleData).on('close', handleEnd)
    socket.write(request)
  })
}
