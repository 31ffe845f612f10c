import { Agent, request } from 'node:http'

/** What came back; times in milliseconds, `retryAfter` in seconds. */
export interface Reply {
  status: number
  body: string
  /** The length of the body. */
  bytes: number
  retryAfter: number | null
  milliseconds: number
}

interface Asked {
  method?: string
  token?: string
  body?: string | Buffer
  type?: string
  agent?: Agent
}

/** How long an answer may take before it counts as none, in milliseconds. */
const longest = 60_000
const usualAgent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends one request; null where no answer came, whatever the reason. */
export function ask(url: string, { method = 'GET', token, body = '', type, agent = usualAgent }: Asked = {}) {
  const began = performance.now()
  return new Promise<Reply | null>((resolve) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === '' ? {} : { 'content-type': type ?? 'application/json' }),
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', () => resolve(null))
      response.on('end', () => {
        const after = response.headers['retry-after']
        const content = Buffer.concat(pieces)
        resolve({
          bytes: content.length,
          status: response.statusCode ?? 0,
          body: content.toString(),
          retryAfter: after === undefined ? null : Number(after),
          milliseconds: performance.now() - began,
        })
      })
    })
    sent.setTimeout(longest, () => sent.destroy())
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}

/** The value below which a share of the numbers lies, rounded; 0 without numbers. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Throws what was promised where it does not hold. */
export function promise(holds: boolean, what: string): void {
  if (!holds) throw new BrokenPromise(what)
}

export class BrokenPromise extends Error {}
