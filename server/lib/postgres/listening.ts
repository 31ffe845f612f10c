import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  /** A notification on the channel. */
  onMessage(payload: string): void
  /** The connection is listening, for the first time or after a break: earlier notifications may have been missed. */
  onListening(): void
}

export interface Subscription {
  close(): Promise<void>
}

/** Time between attempts to connect. */
const [firstWaitMs, longestWaitMs] = [250, 5_000]

/** Listens to a channel (PostgreSQL's LISTEN) over a connection of its own, and reconnects when it breaks. */
export function listen(url: string, channel: string, { onMessage, onListening }: Listener): Subscription {
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  let waitMs = firstWaitMs

  async function listenOnce() {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    // A broken connection emits 'end'; without a listener here it would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    const ended = new Promise((resolve) => client.once('end', resolve))
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      waitMs = firstWaitMs
      onListening()
      await Promise.race([ended, closed])
    } finally {
      // Only after the attempt to connect: a client that is not connected yet would never end.
      await client.end().catch(() => undefined)
    }
  }

  async function keepListening() {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => undefined)
      await sleep(waitMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    }
  }

  const listening = keepListening()
  return {
    async close() {
      closing.abort()
      await listening
    },
  }
}
