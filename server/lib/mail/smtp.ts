import { setMaxListeners } from 'node:events'
import type { SendMailOptions } from 'nodemailer'
import { openPace } from './pace.ts'

/** A mail server over SMTP. What it throws is a `MailServerAway` unless the server refused this mail. */
export interface Smtp {
  /** Sends a message, once, over a connection that is kept for others. `stopping` cuts it off. */
  send(message: SendMailOptions, stopping: AbortSignal | undefined): Promise<void>
  /** Greets the server and logs in, over a connection of its own. */
  greet(): Promise<void>
  /** Ends every connection, whatever goes over it. */
  close(): Promise<void>
}

/** The first words of every MailServerAway's message. */
export const serverAway = 'The mail server cannot be used'

/** Nothing is wrong with the mail: the server does not answer, or not as a mail server does. */
export class MailServerAway extends Error {
  constructor(reason: string) {
    super(`${serverAway}: ${reason}`)
  }
}

/** How long each step of the conversation with the mail server may take, in milliseconds, and how long a connection that
 *  was closed may take to end. */
const timeouts = {
  ...{ dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
  socketCloseTimeout: 1_000,
}
/** Milliseconds for a mail's turn and all of its conversation. */
const longestSend = 45_000

/** Servers bound how many mails come over one connection, some to a hundred. A mail whose connection ended before a word of it was
 *  said goes over another one. */
const kept = { maxMessages: 100, maxRequeues: 1 }
/** Milliseconds after which a connection is ended over which nothing went. */
const longestIdle = 10_000

/** Opens no connection until the first mail, then as many as `openPace` says, `connections` at most. One that hangs is cut
 *  off alone. */
export function openSmtp(url: string, connections: number, idleTimeout = longestIdle): Smtp {
  const options = { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }
  const pace = openPace(connections, (error) => error instanceof MailServerAway)
  const openPool = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...options, ...kept, idleTimeout, pool: true, maxConnections: connections })
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
        await pace(conversation, bound.signal)
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

/** A signal that comes after `longestSend`, or with `stopping`. */
function boundTime(stopping: AbortSignal | undefined) {
  const bound = new AbortController()
  const cut = () => bound.abort(new MailServerAway('it took too long.'))
  const timer = setTimeout(cut, longestSend)
  if (stopping?.aborted) cut()
  // All mails on their way listen to the one signal of the process.
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

/** Whether an error means that the server is away: nodemailer's codes for what happens before a mail is spoken of, and
 *  421, the server's own way to say "not now". */
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
