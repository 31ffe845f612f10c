import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { LRUCache } from 'lru-cache'
import type { Settings } from '#server/lib/settings/settings.ts'
import { openThreads } from '#server/lib/threads/threads.ts'
import type { Unsigned } from './thread.ts'

/** The operator's certificate for one type of passes, and what it says. */
export interface AppleKeys {
  passType: string
  team: string
  certificates: Unsigned['certificates']
  /** When the first of both certificates expires. */
  expires: Date
}

/** Reads the files of the settings; null if they are not set. Throws one sentence for the operator. */
export function readAppleKeys(settings: Settings): AppleKeys | null {
  const { APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_WWDR_CERTIFICATE } = settings
  if (!APPLE_PASS_CERTIFICATE || !APPLE_PASS_KEY || !APPLE_WWDR_CERTIFICATE) return null
  const read = <T>(name: string, path: string, parse: (pem: string) => T) => {
    try {
      const pem = readFileSync(path, 'utf8')
      return { pem, value: parse(pem) }
    } catch {
      throw new Error(`${name} must be a readable file in PEM format.`)
    }
  }
  const own = read('APPLE_PASS_CERTIFICATE', APPLE_PASS_CERTIFICATE, (pem) => new X509Certificate(pem))
  const key = read('APPLE_PASS_KEY', APPLE_PASS_KEY, (pem) => createPrivateKey(pem))
  const wwdr = read('APPLE_WWDR_CERTIFICATE', APPLE_WWDR_CERTIFICATE, (pem) => new X509Certificate(pem))
  const [, passType] = /^UID=(.+)$/m.exec(own.value.subject) ?? []
  const [, team] = /^OU=(.+)$/m.exec(own.value.subject) ?? []
  if (passType === undefined || team === undefined)
    throw new Error(
      'APPLE_PASS_CERTIFICATE is no certificate for a pass type: create one in the Apple developer account.',
    )
  if (!own.value.checkPrivateKey(key.value))
    throw new Error('APPLE_PASS_KEY does not belong to APPLE_PASS_CERTIFICATE.')
  if (!own.value.checkIssued(wwdr.value))
    throw new Error(
      'APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE: download the one that it names as issuer.',
    )
  return {
    passType,
    team,
    certificates: { wwdr: wwdr.pem, signerCert: own.pem, signerKey: key.pem },
    expires: new Date(Math.min(Date.parse(own.value.validTo), Date.parse(wwdr.value.validTo))),
  }
}

export interface PassSigner {
  /** The signed bundle of a pass. Throws if many others are waiting, or signing takes too long. */
  sign(pass: object): Promise<Buffer>
}

/** One for the process: requests and jobs share it. */
const signing = openThreads<Unsigned, Uint8Array>({
  program: './passes.js',
  source: new URL('./thread.ts', import.meta.url),
  threads: 1,
  timeoutMs: 10_000,
  attempts: 1,
  queue: 100,
  busy: (why) => new Error(why),
})

export function openPassSigner({ certificates }: AppleKeys): PassSigner {
  let pictures: Promise<Unsigned['pictures']> | null = null

  async function signAnew(pass: object): Promise<Buffer> {
    pictures ??= drawPictures()
    const done = await signing.run({ pass, pictures: await pictures, certificates })
    if (done === null) throw new Error('the pass could not be signed')
    return Buffer.from(done.answer)
  }

  /** Bundles by content, some 20 kB each: nobody can keep the thread busy with one link. */
  const signed = new LRUCache<string, Buffer, object>({
    max: 200,
    ignoreFetchAbort: true,
    fetchMethod: (_content, _old, { context: pass }) => signAnew(pass),
  })

  return { sign: (pass) => signed.forceFetch(JSON.stringify(pass), { context: pass }) }
}

/** Dark blue with white text, as CSS colours. */
export const passColours = { ground: '#1f2a74', text: 'rgb(255, 255, 255)', label: 'rgb(213, 221, 249)' }

/** The mark as `web/ui/display/mark.tsx` draws it, on the ground of the pass. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${passColours.ground}"/>
<circle cx="16" cy="11" r="8" fill="#d5ddf9" fill-opacity=".85"/><circle cx="11" cy="20" r="8" fill="#8a3ddc" fill-opacity=".75"/>
<circle cx="21" cy="20" r="8" fill="#3f5bd8" fill-opacity=".7"/><circle cx="16" cy="17" r="3.2" fill="#fff"/></svg>`

/** Icon and logo at the sizes that Apple names, in pixels. */
async function drawPictures(): Promise<Unsigned['pictures']> {
  const { default: sharp } = await import('sharp')
  const sizes = {
    'icon.png': 29,
    'icon@2x.png': 58,
    'icon@3x.png': 87,
    'logo.png': 50,
    'logo@2x.png': 100,
    'logo@3x.png': 150,
  }
  const drawn = Object.entries(sizes).map(async ([name, size]) => {
    const picture = sharp(Buffer.from(mark), { density: 72 * (size / 32) * 2 }).resize(size, size)
    return [name, new Uint8Array(await picture.png().toBuffer())] as const
  })
  return Object.fromEntries(await Promise.all(drawn))
}

export interface ApplePush {
  /** Tells a phone that one of its passes has changed. False if its token is no longer valid. Throws if Apple does not answer. */
  push(token: string, now: Date): Promise<boolean>
  close(): void
}

const pushTimeoutMs = 10_000
/** How long Apple tries to reach a phone that is turned off, in seconds. */
const deliveredFor = 30 * 24 * 3600

/** One HTTP/2 connection to Apple's push service, opened by the first push. `ca` is an additional certificate authority, for
 *  tests. */
export function openApplePush(
  { APPLE_PUSH_URL }: Settings,
  { passType, certificates }: AppleKeys,
  ca?: string,
): ApplePush {
  let session: ClientHttp2Session | null = null

  function open(): ClientHttp2Session {
    if (session !== null && !session.closed && !session.destroyed) return session
    const { signerCert: cert, signerKey: key } = certificates
    const opened = connect(APPLE_PUSH_URL, { cert, key, ...(ca && { ca }) })
    // Each request fails by itself; the next one connects again.
    opened.on('error', () => undefined)
    opened.on('goaway', () => opened.close())
    opened.setTimeout(60_000, () => opened.close())
    opened.unref()
    session = opened
    return opened
  }

  return {
    push: (token, now) =>
      new Promise((resolve, reject) => {
        const request = open().request({
          ':method': 'POST',
          ':path': `/3/device/${token}`,
          'apns-topic': passType,
          'apns-push-type': 'background',
          'apns-priority': '5',
          'apns-expiration': String(Math.floor(now.getTime() / 1000) + deliveredFor),
        })
        let [status, text] = [0, '']
        request.setEncoding('utf8')
        request.setTimeout(pushTimeoutMs, () => request.destroy(new Error('Apple does not answer.')))
        request.on('response', (headers) => {
          status = Number(headers[':status'])
        })
        request.on('data', (part: string) => {
          text = (text + part).slice(0, 200)
        })
        request.on('error', reject)
        request.on('close', () => {
          if (status === 200) return resolve(true)
          if (status === 410 || text.includes('BadDeviceToken')) return resolve(false)
          reject(new Error(`Apple answered ${status} ${text}`))
        })
        request.end('{}')
      }),
    close: () => session?.close(),
  }
}
