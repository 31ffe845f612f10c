/**
 * A mail server over TLS that counts mails; started by main.ts. DELAY_MS simulates network latency.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Times in milliseconds since 1970. */
export interface Taken {
  mails: number
  recipients: number
  bytes: number
  first: number
  last: number
  connections: number
  connectionsAtOnce: number
}

const delay = Number(process.env.DELAY_MS ?? 0)
const recipients = new Set<string>()
const taken: Taken = { mails: 0, recipients: 0, bytes: 0, first: 0, last: 0, connections: 0, connectionsAtOnce: 0 }
let open = 0

const smtp = new SMTPServer({
  secure: true,
  key: readFileSync(process.env.KEY_FILE ?? ''),
  cert: readFileSync(process.env.CERT_FILE ?? ''),
  onAuth: (_auth, _session, done) => done(null, { user: 'ruam' }),
  onConnect: (_session, done) => {
    taken.connections += 1
    open += 1
    taken.connectionsAtOnce = Math.max(taken.connectionsAtOnce, open)
    done()
  },
  onClose: () => {
    open -= 1
  },
  onData(stream, session, done) {
    stream.on('data', (piece: Buffer) => {
      taken.bytes += piece.length
    })
    stream.on('end', () => {
      taken.mails += 1
      taken.first ||= Date.now()
      taken.last = Date.now()
      for (const { address } of session.envelope.rcptTo) recipients.add(address)
      done()
    })
  },
})
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const near = (smtp.server.address() as AddressInfo).port

const far = createServer({ noDelay: true }, (client) => {
  const server = connect(near, '127.0.0.1').setNoDelay()
  client.pipe(server)
  passLate(server, client)
  for (const socket of [client, server]) socket.on('error', () => undefined)
  client.on('close', () => server.destroy())
}).listen(0, '127.0.0.1')
await once(far as Server, 'listening')

/** Forwards everything `delay` milliseconds later, in order. */
function passLate(from: Socket, to: Socket) {
  from.on('data', (piece) => setTimeout(() => to.write(piece), delay))
  from.on('close', () => setTimeout(() => to.end(), delay))
}

process.on('message', () => process.send?.({ ...taken, recipients: recipients.size }))
process.on('SIGTERM', () => process.exit(0))
process.send?.({ port: delay > 0 ? (far.address() as AddressInfo).port : near })
