/** Asks a server for pages as fast as it answers. Reads no more of an answer than where it ends, so that the server has as
 *  much of a machine that they share as possible. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  count: number
  perSecond: number
  /** In milliseconds, from writing a request to its answer's last byte. */
  p50: number
  p99: number
  /** Bytes of one answer, head and body, on the average. */
  bytes: number
  /** Answers that were none of status 200. */
  failed: number
}

interface Order {
  port: number
  connections: number
  milliseconds: number
  headers: string
  /** The path of the request with this number. */
  pathOf(n: number): string
}

/** Each connection sends its next request when the previous one is answered. */
export async function load({ port, connections, milliseconds, headers, pathOf }: Order): Promise<Load> {
  const times: number[] = []
  let [sent, bytes, failed] = [0, 0, 0]
  const begun = performance.now()

  async function keepAsking() {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    while (performance.now() - begun < milliseconds) {
      const at = performance.now()
      const answer = await ask(socket, `GET ${pathOf(sent++)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`)
      times.push(performance.now() - at)
      bytes += answer.bytes
      if (answer.status !== 200) failed += 1
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, keepAsking))
  const seconds = (performance.now() - begun) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes: bytes / times.length,
    failed,
  }
}

interface Answer {
  status: number
  bytes: number
}

/** The end of an answer that does not say its length. */
const lastChunk = Buffer.from('0\r\n\r\n')

/** Sends one request. */
function ask(socket: Socket, request: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head = ''
    let [status, bytes, end] = [0, 0, Number.POSITIVE_INFINITY]
    const leave = () => {
      socket.off('data', handleData)
      socket.off('close', handleClose)
    }
    function handleData(chunk: Buffer) {
      bytes += chunk.length
      if (end === Number.POSITIVE_INFINITY) {
        head += chunk.toString('latin1')
        const headEnd = head.indexOf('\r\n\r\n')
        if (headEnd === -1) return
        status = Number(head.slice(9, 12))
        end = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd))?.[1])
      }
      if (Number.isNaN(end) ? !chunk.subarray(-lastChunk.length).equals(lastChunk) : bytes < end) return
      leave()
      resolve({ status, bytes })
    }
    function handleClose() {
      leave()
      reject(new Error('The server ended a connection.'))
    }
    socket.on('data', handleData)
    socket.on('close', handleClose)
    socket.write(request)
  })
}
