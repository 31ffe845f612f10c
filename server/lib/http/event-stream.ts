import type { FastifyReply } from 'fastify'

/** An answer that stays open: server-sent events, as the HTML standard describes them. */
export interface EventStream {
  /** False while the reader has not taken what was sent before: nothing is sent then, so that nothing piles up, and
   *  `onReady` says when to come again. */
  send(text: Buffer): boolean
  end(): void
  /** Without a word: for a reader who takes nothing any more. */
  cut(): void
}

interface Listeners {
  /** Once, whoever ended it. */
  onClose(): void
  /** Something was not sent, and now it could be. */
  onReady(): void
}

/** One message, ready to be sent to many. */
export function eventText(data: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`)
}

/** A comment, which readers pass over: keeps proxies from closing a stream on which nothing happens. */
export const heartbeat = Buffer.from(':\n\n')

/** Turns the reply into a stream, past Fastify and its compression. A first comment goes out at once, so that the reader
 *  knows that streams pass. */
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
  // Ends with its connection, so that no chunk needs a frame of its own; nobody asks for more over it anyway.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would wait for more.
    'x-accel-buffering': 'no',
  })
  send(heartbeat)
  return { send, end: () => raw.end(), cut: () => raw.destroy() }
}
