import type { FastifyReply } from 'fastify'

/** A response that stays open: server-sent events, as in the HTML standard. */
export interface EventStream {
  /** Returns false, and sends nothing, while the client has not received the previous message, so that messages don't pile up.
   *  `onReady` is called when it has. */
  send(text: Buffer): boolean
  /** Ends the response, with a last message if given. */
  end(last?: Buffer): void
  /** Closes the connection at once, for a client that has stopped reading. */
  cut(): void
}

interface Listeners {
  /** Called once when either side has ended the stream. */
  onClose(): void
  /** Called when a message could not be sent before and now could be. */
  onReady(): void
}

/** A message that may be sent to many clients; `name` is its event type, if it is not the default. */
export function eventText(data: object, name?: string): Buffer {
  const named = name === undefined ? '' : `event: ${name}\n`
  return Buffer.from(`${named}data: ${JSON.stringify(data)}\n\n`)
}

/** A comment, which clients ignore. It keeps proxies from closing an idle stream. */
export const heartbeat = Buffer.from(':\n\n')

/** Turns the reply into a stream, bypassing Fastify and its compression. A first comment is sent at once, so the client knows
 *  that streams get through. */
export function openEventStream(reply: FastifyReply, { onClose, onReady }: Listeners): EventStream {
  reply.hijack()
  const { raw } = reply
  let isDrained = true
  let wantsDrain = false
  function handleDrain() {
    isDrained = true
    if (wantsDrain) onReady()
    wantsDrain = false
  }
  function send(text: Buffer) {
    if (!isDrained) wantsDrain = true
    if (!isDrained || raw.writableEnded || raw.destroyed) return false
    isDrained = false
    raw.write(text, handleDrain)
    return true
  }

  raw.on('error', () => undefined)
  if (raw.closed) queueMicrotask(onClose)
  else raw.once('close', onClose)
  // The response ends with its connection, so no message needs chunked encoding.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Without it nginx would buffer messages.
    'x-accel-buffering': 'no',
  })
  send(heartbeat)
  return { send, end: (last) => raw.end(last), cut: () => raw.destroy() }
}
