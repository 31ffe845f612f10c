import type { FastifyReply } from 'fastify'

/** An answer that stays open: server-sent events, as the HTML standard describes them. */
export interface EventStream {
  /** Sends nothing and returns false while the reader has not taken what was sent before, so that nothing piles up.
   *  `onReady` is called when the reader has taken it. */
  send(text: Buffer): boolean
  /** Ends the answer, with a last message where one is given. */
  end(last?: Buffer): void
  /** Closes the connection at once, for a reader who takes nothing any more. */
  cut(): void
}

interface Listeners {
  /** Called once when the stream has ended, on either side. */
  onClose(): void
  /** Called when something could not be sent before and now could be. */
  onReady(): void
}

/** One message, ready to be sent to many; `name` tells apart what is no usual message. */
export function eventText(data: object, name?: string): Buffer {
  const named = name === undefined ? '' : `event: ${name}\n`
  return Buffer.from(`${named}data: ${JSON.stringify(data)}\n\n`)
}

/** A comment, which readers pass over: keeps proxies from closing a stream on which nothing happens. */
export const heartbeat = Buffer.from(':\n\n')

/** Turns the reply into a stream, past Fastify and its compression. A first comment goes out at once, so that the
 *  reader knows that streams pass. */
export function openEventStream(reply: FastifyReply, { onClose, onReady }: Listeners): EventStream {
  reply.hijack()
  const { raw } = reply
  let isTaken = true
  let isAwaited = false
  function handleTaken() {
    isTaken = true
    if (isAwaited) onReady()
    isAwaited = false
  }
  function send(text: Buffer) {
    if (!isTaken) isAwaited = true
    if (!isTaken || raw.writableEnded || raw.destroyed) return false
    isTaken = false
    raw.write(text, handleTaken)
    return true
  }

  raw.on('error', () => undefined)
  if (raw.closed) queueMicrotask(onClose)
  else raw.once('close', onClose)
  // The answer ends with its connection, so that no message needs the frame of a chunk.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Without it nginx would hold messages back until it has more of them.
    'x-accel-buffering': 'no',
  })
  send(heartbeat)
  return { send, end: (last) => raw.end(last), cut: () => raw.destroy() }
}
