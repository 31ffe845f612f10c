import { setMaxListeners } from 'node:events'
import type { SendMailOptions } from 'nodemailer'
import PQueue from 'p-queue'

/** A mail server over SMTP. Throws `MailServerAway` unless the server refused this mail. */
export interface Smtp {
  /** Sends a message, once, over a pooled connection. `stopping` aborts it. */
  send(message: SendMailOptions, stopping: AbortSignal | undefined): Promise<void>
  /** Connects and logs in, over a separate connection. */
  greet(): Promise<void>
  /** Closes every connection, even those in use. */
  close(): Promise<void>
}

/** The start of every MailServerAway's message. */
export const serverAway = 'The mail server cannot be used'

/** The server does not answer, or not as a mail server does. The mail itself may be fine. */
export class MailServerAway extends Error {
  constructor(reason: string) {
    super(`${serverAway}: ${reason}`)
  }
}

/** Timeouts of each SMTP step, and for closing a connection, in milliseconds. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
}
/** Timeout for a mail including its wait. */
const sendTimeoutMs = 45_000

/** Some servers limit mails per connection, some to a hundred. A mail whose connection broke before it was started is sent
 *  over another one. */
const poolLimits = { maxMessages: 100, maxRequeues: 1 }
/** Idle connections are closed after this time. */
const usualIdleMs = 10_000

/** Connects for the first mail, then opens as many connections as `openLimiter` allows, at most `connections`. A hanging
 *  connection is aborted alone. */
export function openSmtp(url: string, connections: number, idleMs = usualIdleMs): Smtp {
  const options = { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }
  const limited = openLimiter(connections, (error) => error instanceof MailServerAway)
  const openPool = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...options, ...poolLimits, idleTimeout: idleMs, pool: true, maxConnections: connections })
  }
  let pool: ReturnType<typeof openPool> | null = null

  return {
    async send(message, stopping) {
      const bound = boundTime(stopping)
      const conversation = async () => {
        pool ??= openPool()
        try {
          await (await pool).sendMail({ ...message, signal: bound.signal })
        } catch (error) {
          throw bound.signal.aborted || isAway(error) ? away(bound.signal, error) : error
        }
      }
      try {
        await limited(conversation, bound.signal)
      } finally {
        bound.end()
      }
    },
    async greet() {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      const bound = boundTime(undefined)
      const tooLong = new Promise<never>((_, reject) => {
        bound.signal.addEventListener('abort', () => reject(bound.signal.reason))
      })
      await Promise.race([transport.verify(), tooLong]).finally(() => {
        bound.end()
        transport.close()
      })
    },
    async close() {
      const opened = await pool
      opened?.close({ force: true })
    },
  }
}

/** Aborts after `sendTimeoutMs`, or with `stopping`. Not by AbortSignal.any: in Node 20 a signal that lives as long as the
 *  process would keep an entry for every mail. */
function boundTime(stopping: AbortSignal | undefined) {
  const bound = new AbortController()
  const cut = () => bound.abort(new MailServerAway('it took too long.'))
  const timer = setTimeout(cut, sendTimeoutMs)
  if (stopping?.aborted) cut()
  // All mails in progress listen to one signal of the process.
  if (stopping) setMaxListeners(0, stopping)
  stopping?.addEventListener('abort', cut)
  return {
    signal: bound.signal,
    end: () => {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', cut)
    },
  }
}

const away = (signal: AbortSignal, error: unknown) =>
  signal.aborted ? signal.reason : new MailServerAway((error as Error).message)

/** Whether an error means that the server is away: nodemailer's codes for failures before a mail is started, and 421, with
 *  which a server says "not now". */
function isAway(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const codes = [
    'ECONNECTION',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ESOCKET',
    'EDNS',
    'EPROTOCOL',
    'ETLS',
    'EAUTH',
  ]
  return responseCode === 421 || codes.includes(code ?? '')
}

/** Runs some work in its turn. `signal` removes it from the queue; running work must watch the signal itself. */
type Limiter = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

const first = 2
/** After this many successes one more may run at the same time. */
const stepAfter = 25

/** How many mails may be sent at once: two at first, one more for every 25 sent, up to `most`, and half as many whenever the
 *  server `isAway`. So a mail server that accepts few connections gets as many as it takes, and one that is down is tried with
 *  one mail at a time. */
export function openLimiter(most: number, isAway: (error: unknown) => boolean): Limiter {
  const queue = new PQueue({ concurrency: Math.min(first, most) })
  let sent = 0
  let slowedDown = 0

  function speedUp() {
    sent += 1
    if (sent < stepAfter || queue.concurrency >= most) return
    sent = 0
    queue.concurrency += 1
  }

  /** Failures of mails that were started together count once. */
  function slowDown(begun: number) {
    if (begun < slowedDown) return
    slowedDown += 1
    sent = 0
    queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2))
  }

  return (work, signal) =>
    queue.add(
      async () => {
        const begun = slowedDown
        try {
          const done = await work()
          speedUp()
          return done
        } catch (error) {
          if (isAway(error)) slowDown(begun)
          throw error
        }
      },
      { signal },
    )
}
