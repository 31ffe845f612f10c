import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/mail-server.ts'
import { openSmtp } from './smtp.ts'

/** Mails to these addresses are treated as their names say. */
const silent = 'silent@example.com'
const refused = 'refused@example.com'
const dropped = 'dropped@example.com'

/** A mail server that counts its connections and rejects more than `letIn` of them, and a mailer with at most
 *  `connections`. */
async function startWatched(connections: number, idle = 600_000, letIn = 1_000) {
  const sockets = new Set<Socket>()
  const arrived: string[] = []
  const seen = { connections: 0, atOnce: 0 }
  const server = new SMTPServer({
    authOptional: true,
    maxClients: letIn,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address === silent) return
      done(address === refused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        arrived.push(to)
        if (to === dropped) endConnections()
        else done()
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    seen.connections += 1
    seen.atOnce = Math.max(seen.atOnce, sockets.size)
    socket.on('close', () => sockets.delete(socket))
  })
  const endConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const smtp = openSmtp(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, connections, idle)
  onTestFinished(async () => {
    await smtp.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const send = (to: string, stopping?: AbortSignal) =>
    smtp.send({ from: 'ruam@example.com', to, subject: 'Hello', text: 'Hello' }, stopping)
  const sendMany = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => send(`p${n}@example.com`)))
  return { smtp, send, sendMany, arrived, seen, sockets, endConnections }
}

test('many mails share a few connections, never more than allowed', async () => {
  const { sendMany, arrived, seen } = await startWatched(3)

  await sendMany(80)

  expect(new Set(arrived).size).toBe(80)
  expect(arrived).toHaveLength(80)
  expect(seen).toEqual({ connections: 3, atOnce: 3 })
})

test('a server that accepts few connections gets every mail once, after retries', async () => {
  const { send, arrived } = await startWatched(20, 600_000, 2)
  const failures = new Set<string>()
  const sendPatiently = async (to: string) => {
    for (let isSent = false; !isSent; ) {
      isSent = await send(to).then(
        () => true,
        (error) => !failures.add(String(error)),
      )
    }
  }

  await Promise.all(Array.from({ length: 150 }, (_, n) => sendPatiently(`p${n}@example.com`)))

  expect(new Set(arrived).size).toBe(150)
  expect(arrived).toHaveLength(150)
  expect([...failures].every((failure) => failure.includes('The mail server cannot be used'))).toBe(true)
})

test('a connection carries a hundred mails', async () => {
  const { sendMany, seen } = await startWatched(1)

  await sendMany(101)

  expect(seen.connections).toBe(2)
})

test('a mail that hangs is aborted alone, and its connection replaced', async () => {
  const { send, sendMany, arrived, seen, sockets } = await startWatched(2)
  const stopping = new AbortController()
  const hanging = send(silent, stopping.signal).catch(String)
  await sendMany(20)

  stopping.abort()

  expect(await hanging).toContain('The mail server cannot be used: it took too long.')
  await eventually(() => expect(sockets.size).toBe(1))
  await sendMany(20)
  expect(arrived).toHaveLength(40)
  expect(seen.atOnce).toBe(2)
})

test('a mail whose pooled connection the server closed is sent over another one, once', async () => {
  const { send, arrived, seen, endConnections } = await startWatched(1)
  await send('one@example.com')
  endConnections()

  await send('two@example.com')

  expect(arrived).toEqual(['one@example.com', 'two@example.com'])
  expect(seen.connections).toBe(2)
})

test('a mail whose connection ends after its content was sent is not sent again', async () => {
  const { send, arrived } = await startWatched(1)
  await send('one@example.com')

  const failure = await send(dropped).catch(String)
  await send('two@example.com')

  expect(failure).toContain('The mail server cannot be used')
  expect(arrived).toEqual(['one@example.com', dropped, 'two@example.com'])
})

test('a refused mail does not affect others or the connection', async () => {
  const { send, arrived, seen } = await startWatched(1)

  const failure = await send(refused).catch(String)
  await send('one@example.com')

  expect(failure).toContain('no such mailbox')
  expect(failure).not.toContain('The mail server cannot be used')
  expect(arrived).toEqual(['one@example.com'])
  expect(seen.connections).toBe(1)
})

test('idle connections are closed, and `close` ends all', async () => {
  const idling = await startWatched(2, 20)
  await idling.sendMany(4)
  await eventually(() => expect(idling.sockets.size).toBe(0))
  await idling.send('later@example.com')
  const stopped = await startWatched(2)
  await stopped.sendMany(4)
  expect(stopped.sockets.size).toBeGreaterThan(0)

  await stopped.smtp.close()

  await eventually(() => expect(stopped.sockets.size).toBe(0))
  expect(idling.arrived).toHaveLength(5)
})
