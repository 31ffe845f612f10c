import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How much more of a body is taken in, in bytes, and for how long, in milliseconds, once its answer is on the way. */
const spare = 512 * 1024
const timeoutMs = 2_000

/**
 * Ends the connection of whoever still sends a body when its answer is there already: a refusal for its size, its token
 * or its number of tries. Node would read the body to its end, however long it is. A connection that is closed while data
 * comes in takes the answer along with it, so what is on its way is let in for a moment.
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
    if (socket.bytesRead > most) socket.destroy()
  })
  request.resume()
}
