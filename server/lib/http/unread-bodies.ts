import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How much more of a body is read, in bytes, and for how long its sender may take to read the answer, in milliseconds. */
const spare = 512 * 1024
const timeoutMs = 2_000

/**
 * Ends a connection on which a body still comes in when it is answered: it is too large, or its sender is not signed in or
 * has no tries left. Node would read the body to its end, however long it is. Closing at once, with bytes unread, would take
 * the answer from the sender too, so the connection stays for a moment; after some more bytes it is no longer read.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!(await isOnItsWay(raw))) return
    reply.header('connection', 'close')
    closeGently(raw)
  })
}

async function isOnItsWay(request: IncomingMessage): Promise<boolean> {
  const { 'transfer-encoding': chunked, 'content-length': length } = request.headers
  // A body that is announced as short is read to its end, and the connection is kept.
  if (chunked === undefined && !(Number(length) > spare)) return false
  // Head and body may have come together: then Node is about to see the body's end.
  if (request.complete === false) await new Promise(setImmediate)
  return request.complete === false
}

function closeGently(request: IncomingMessage): void {
  const { socket } = request
  const most = socket.bytesRead + spare
  // Node calls this when the answer is written out; by itself it would close both directions.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    request.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
  }
  request.on('data', () => {
    if (socket.bytesRead > most) request.pause()
  })
  request.resume()
}
