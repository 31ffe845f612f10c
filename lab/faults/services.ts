import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { newFolder, quantile, removeFolder, startProduct } from '../programs.ts'
import { pictureForm, plainPicture, prepareFolder, send } from '../rush.ts'

const seconds = 15
const mailsBack = 60_000
const picture = 'pictures/00000000-0000-4000-8000-000000000000-320.webp'

/** Slowest response in milliseconds of calls that need a service, and the 95th percentile of all `others`. */
const longest = {
  register: 1_000,
  forgot: 1_000,
  places: 5_000,
  google: 5_000,
  upload: 10_000,
  picture: 10_000,
  others: 500,
}
type Kind = keyof typeof longest

/** The mail server, the map service, the picture store and Google's keys first accept connections and never respond, then are
 *  down: calls that need them get a quick 503, others are not affected, and mails are sent once the mail server is back. */
export async function servicesAway(main: string): Promise<string> {
  const folder = newFolder()
  const [smtp, store, geocoder, google] = await Promise.all([openSilent(), openSilent(), openSilent(), openSilent()])
  try {
    const { env, tokens, eventId } = await prepareFolder(folder, 400, [400])
    const image = await plainPicture('#7570b3')
    const server = await startProduct(main, {
      ...env,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      GEOCODER_URL: `http://127.0.0.1:${geocoder.port}`,
      ...{ S3_ENDPOINT: `http://127.0.0.1:${store.port}`, S3_BUCKET: 'ruam' },
      ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
      ...{ GOOGLE_CLIENT_ID: 'ruam', GOOGLE_JWKS_URL: `http://127.0.0.1:${google.port}/keys` },
    })
    const wrong: string[] = []
    const figures: string[] = []
    const mailed: string[] = []
    const [owner = '', liker = ''] = tokens
    let person = 0

    for (const state of ['silent', 'down']) {
      if (state === 'down') for (const service of [smtp, store, geocoder, google]) service.close()
      const times = new Map<Kind, number[]>()
      const end = performance.now() + seconds * 1_000
      const repeat = async (kind: Kind, status: number, path: string, call: () => Parameters<typeof send>[1]) => {
        while (performance.now() < end) {
          const reply = await send(`${server.url}/${path}`, call())
          times.set(kind, [...(times.get(kind) ?? []), reply?.milliseconds ?? Number.POSITIVE_INFINITY])
          if (reply?.status !== status || (status === 503 && reply.retryAfter === null))
            wrong.push(`${state}, ${kind}: ${reply?.status} ${reply?.body}`)
          await sleep(100)
        }
      }
      const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
      const upload = () => ({ method: 'POST', token: owner, ...pictureForm(image) })
      await Promise.all([
        repeat('register', 201, 'api/users/register', () => {
          mailed.push(`new${++person}@example.com`)
          return post(registration(person))
        }),
        repeat('forgot', 200, 'api/users/forgot-password', () => post({ email: `person${++person}@example.com` })),
        repeat('places', 503, 'api/places/search?q=Siam', () => ({ token: owner })),
        repeat('google', 503, 'api/users/auth/google', () => post({ token: googleToken })),
        repeat('upload', 503, 'api/users/1/upload/profile-picture/', upload),
        repeat('picture', 503, picture, () => ({})),
        repeat('others', 200, 'api/events/events', () => ({})),
        repeat('others', 200, `api/likes/${eventId}/toggle-like`, () => ({ method: 'PUT', token: liker })),
      ])
      const slowest = [...times].map(([kind, all]) => [kind, quantile(all, kind === 'others' ? 0.95 : 1)] as const)
      for (const [kind, time] of slowest) if (time > longest[kind]) wrong.push(`${state}: ${kind} took ${time} ms`)
      figures.push(`${state}, slowest in ms: ${slowest.map((one) => one.join(' ')).join(', ')}`)
    }

    const back = performance.now()
    const arrived = await receiveMails(smtp.port, mailed)
    const took = Math.round(performance.now() - back)
    figures.push(`${mailed.length} mails of new accounts ${took} ms after the mail server was back`)
    const { code } = await server.end()
    assert(wrong.length === 0, `${wrong.slice(0, 3).join(', ')} (${figures.join('; ')})`)
    const received = arrived.filter((address) => mailed.includes(address)).sort()
    assert.deepEqual(received, mailed.sort(), 'each mail arrives once')
    assert.equal(code, 0)
    assert.deepEqual(server.troubles(), [])
    return figures.join('; ')
  } finally {
    for (const service of [smtp, store, geocoder, google]) service.close()
    await removeFolder(folder)
  }
}

const registration = (number: number) => ({
  ...{ username: `new${number}`, email: `new${number}@example.com`, first_name: 'Nok', last_name: 'Sukjai' },
  ...{ password: 'correct horse battery', password2: 'correct horse battery' },
  ...{ birth_date: '1990-05-15', phone_number: '0812345678' },
})

/** Looks like an ID token, so that the server requests its key. */
const googleToken = [
  { alg: 'RS256', kid: 'some' },
  { iss: 'https://accounts.google.com', aud: 'ruam', sub: '1' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmF0dXJl')
  .join('.')

/** Accepts every connection and never responds. */
async function openSilent() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.resume().on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A mail server that runs until two seconds after everybody has mail, or a timeout; returns the recipients. */
async function receiveMails(port: number, wanted: string[]): Promise<string[]> {
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
  const end = performance.now() + mailsBack
  while (performance.now() < end && !wanted.every((address) => arrived.includes(address))) await sleep(100)
  await sleep(2_000)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return arrived
}
