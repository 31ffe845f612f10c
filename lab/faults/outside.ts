import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { ask, promise, quantile } from './calls.ts'
import { startProgram } from './program.ts'
import { newFolder, prepare, removeFolder } from './stage.ts'
import { formOf, plainPicture } from './uploads.ts'

/** In milliseconds: how long a call may take that needs the service, and one that does not, and how soon mails leave. */
const longest = {
  register: 1_000,
  forgot: 1_000,
  places: 5_000,
  google: 5_000,
  upload: 10_000,
  picture: 10_000,
  others: 500,
}
const mailsBack = 60_000
const picture = 'pictures/00000000-0000-4000-8000-000000000000-320.webp'

type Kind = keyof typeof longest

/** The mail server, the map service, the picture store and Google's keys take connections and answer nothing, and then are down:
 *  whoever needs them is told soon, nobody else notices, and mails leave once it is back. */
export async function outsideServices(seconds = 15): Promise<string> {
  const folder = newFolder()
  const services = await Promise.all(Array.from({ length: 4 }, openSilent))
  const [smtp, s3, geocoder, google] = services as [Silent, Silent, Silent, Silent]
  try {
    const {
      env,
      tokens,
      eventIds: [eventId = 0],
    } = await prepare(folder, 400, [400])
    const image = await plainPicture('#7570b3')
    const program = await startProgram({
      ...env,
      ...{ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, GEOCODER_URL: `http://127.0.0.1:${geocoder.port}` },
      ...{
        S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
        S3_BUCKET: 'ruam',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
      ...{ GOOGLE_CLIENT_ID: 'ruam', GOOGLE_JWKS_URL: `http://127.0.0.1:${google.port}/keys` },
    })
    const wrong: string[] = []
    const figures: string[] = []
    let person = 0
    const mailed: string[] = []

    for (const state of ['silent', 'down']) {
      if (state === 'down') for (const service of services) await service.close()
      const times: Record<Kind, number[]> = {
        register: [],
        forgot: [],
        places: [],
        google: [],
        upload: [],
        picture: [],
        others: [],
      }
      const end = performance.now() + seconds * 1_000
      const again = async (kind: Kind, status: number, path: string, sent: () => Parameters<typeof ask>[1]) => {
        while (performance.now() < end) {
          const reply = await ask(`${program.url}/${path}`, sent())
          times[kind].push(reply?.milliseconds ?? Number.POSITIVE_INFINITY)
          if (reply?.status !== status || (status === 503 && reply.retryAfter === null))
            wrong.push(`${state}, ${kind}: ${reply?.status} ${reply?.body}`)
          await sleep(100)
        }
      }
      const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
      await Promise.all([
        again('register', 201, 'api/users/register', () => {
          mailed.push(`new${++person}@example.com`)
          return post(registration(person))
        }),
        again('forgot', 200, 'api/users/forgot-password', () => post({ email: `person${++person}@example.com` })),
        again('places', 503, 'api/places/search?q=Siam', () => ({ token: tokens[0] ?? '' })),
        again('google', 503, 'api/users/auth/google', () => post({ token: googleToken })),
        again('upload', 503, 'api/users/1/upload/profile-picture/', () => ({
          method: 'POST',
          token: tokens[0] ?? '',
          ...formOf(image),
        })),
        again('picture', 503, picture, () => ({})),
        again('others', 200, 'api/events/events', () => ({})),
        again('others', 200, `api/likes/${eventId}/toggle-like`, () => ({ method: 'PUT', token: tokens[1] ?? '' })),
      ])
      for (const [kind, limit] of Object.entries(longest)) {
        const slowest = quantile(times[kind as Kind], kind === 'others' ? 0.95 : 1)
        if (slowest > limit) wrong.push(`${state}: ${kind} took ${slowest} ms`)
      }
      const told = Object.entries(times).map(([kind, all]) => `${kind} ${quantile(all, 1)}`)
      figures.push(`${state}: slowest in ms: ${told.join(', ')}`)
    }

    const back = performance.now()
    const arrived = await receive(smtp.port, mailed, mailsBack)
    figures.push(
      `${mailed.length} mails of new accounts ${Math.round(performance.now() - back)} ms after the mail server was back`,
    )
    const twice = mailed.filter((address) => arrived.filter((one) => one === address).length > 1)
    const { code } = await program.end('SIGTERM')
    const all = figures.join('; ')
    promise(wrong.length === 0, `${wrong.slice(0, 3).join(', ')} (${all})`)
    promise(
      mailed.every((address) => arrived.includes(address)),
      `some mails did not arrive (${all})`,
    )
    promise(twice.length === 0, `${twice.length} mails arrived twice`)
    promise(code === 0 && program.troubles().length === 0, program.troubles().slice(0, 5).join('\n'))
    return all
  } finally {
    for (const service of services) await service.close()
    await removeFolder(folder)
  }
}

const registration = (number: number) => ({
  ...{ username: `new${number}`, email: `new${number}@example.com`, first_name: 'Nok', last_name: 'Sukjai' },
  ...{ password: 'correct horse battery', password2: 'correct horse battery' },
  ...{ birth_date: '1990-05-15', phone_number: '0812345678' },
})

/** A text in the form of an ID token, whose key must be asked for. */
const googleToken = [
  { alg: 'RS256', kid: 'some' },
  { iss: 'https://accounts.google.com', aud: 'ruam', sub: '1' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmF0dXJl')
  .join('.')

interface Silent {
  port: number
  close(): Promise<void>
}

/** Takes every connection, and says nothing. */
async function openSilent(): Promise<Silent> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.resume().on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let isOpen = true
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      if (!isOpen) return
      isOpen = false
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A mail server until all of these have mail, and some seconds more, or the time is over; returns whom it was sent to. */
async function receive(port: number, wanted: string[], milliseconds: number): Promise<string[]> {
  const arrived: string[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        arrived.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  const end = performance.now() + milliseconds
  while (performance.now() < end && !wanted.every((address) => arrived.includes(address))) await sleep(100)
  await sleep(2_000)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return arrived
}
