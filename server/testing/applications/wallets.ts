import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  createSecureServer,
  createServer as createServer2,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { decodeJwt, jwtVerify } from 'jose'
import forge from 'node-forge'
import { fromBufferPromise } from 'yauzl'

export const passType = 'pass.test.ruam'
export const issuerId = '3388000000012345678'

/** Made once, because generating an RSA key takes longer than most tests. */
const [ours, apples] = [newKey(), newKey()]

function newKey() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

const apple = [{ shortName: 'CN', value: 'Test Worldwide Developer Relations' }]
const pass = [
  { type: '0.9.2342.19200300.100.1.1', value: passType },
  { shortName: 'CN', value: `Pass Type ID: ${passType}` },
  { shortName: 'OU', value: 'ABCDE12345' },
]

/** A certificate in PEM, signed by the stand-in for Apple. */
function certificate(
  subject: forge.pki.CertificateField[],
  publicKey: string,
  until: Date,
  isAuthority: boolean,
): string {
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(publicKey)
  made.serialNumber = '01'
  made.validity.notBefore = new Date('2020-01-01')
  made.validity.notAfter = until
  made.setSubject(subject)
  made.setIssuer(apple)
  made.setExtensions([
    { name: 'basicConstraints', cA: isAuthority },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ])
  made.sign(forge.pki.privateKeyFromPem(apples.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(made)
}

/** The certificate of the stand-in for Apple. */
export const authority = certificate(apple, apples.publicKey, new Date('2090-01-01'), true)

const valid = certificate(pass, ours.publicKey, new Date('2090-01-01'), false)

/** Settings for both wallets, with keys in files of the folder. `until` is for a certificate that ends at another time. */
export function walletEnv(
  folder: string,
  { until, tokenUrl = 'http://127.0.0.1:9/token' }: { until?: Date; tokenUrl?: string } = {},
) {
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const account = { client_email: 'passes@ruam.example', private_key: ours.privateKey, token_uri: tokenUrl }
  return {
    APPLE_PASS_CERTIFICATE: write('pass.pem', until ? certificate(pass, ours.publicKey, until, false) : valid),
    APPLE_PASS_KEY: write('pass.key', ours.privateKey),
    APPLE_WWDR_CERTIFICATE: write('wwdr.pem', authority),
    APPLE_PUSH_URL: 'http://127.0.0.1:9',
    GOOGLE_WALLET_ISSUER_ID: issuerId,
    GOOGLE_WALLET_KEY: write('account.json', JSON.stringify(account)),
    GOOGLE_WALLET_URL: 'http://127.0.0.1:9',
  }
}

/** What Google shows, by the id of a class or object. */
type Resource = Record<string, unknown> & { id: string }

/** A real server in place of Google's, which knows the service account's key. `refuse` makes it answer 503. */
export async function startGoogleWallet() {
  const shown = new Map<string, Resource>()
  const calls: string[] = []
  const state = { refuse: false }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const answer = (status: number, content: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    if (state.refuse) return answer(503)
    if (pathname === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const { aud, scope } = (await jwtVerify(assertion, publicKey, { algorithms: ['RS256'] })).payload
      const isOurs = aud === `${url}/token` && scope === 'https://www.googleapis.com/auth/wallet_object.issuer'
      return isOurs ? answer(200, { access_token: 'a token', expires_in: 3600 }) : answer(400)
    }
    if (request.headers.authorization !== 'Bearer a token') return answer(401)
    const [kind = '', id = ''] = pathname.replace('/walletobjects/v1/', '').split('/')
    calls.push(`${request.method} ${kind}`)
    if (request.method === 'GET') return answer(200)
    const resource: Resource = JSON.parse(body)
    if (request.method === 'PUT' && !shown.has(decodeURIComponent(id))) return answer(404)
    if (request.method === 'POST' && shown.has(resource.id)) return answer(409)
    if (kind === 'eventTicketObject' && !shown.has(String(resource.classId))) return answer(400)
    shown.set(resource.id, resource)
    return answer(200, resource)
  })
  const { url, stop } = await listen(server)
  return { url, shown, calls, state, stop }
}

const publicKey = createPublicKey(ours.publicKey)

/** The claims of the JWT in Google's address for saving a pass. Throws unless the service account has signed it. */
export async function savedBy(url: string) {
  const token = url.replace('https://pay.google.com/gp/v/save/', '')
  await jwtVerify(token, publicKey, { algorithms: ['RS256'] })
  return decodeJwt<{
    typ: string
    origins: string[]
    payload: { eventTicketObjects: { id: string; classId: string }[] }
  }>(token)
}

interface Push {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The name in the client's certificate; undefined without TLS. */
  client: string | undefined
}

/** A real HTTP/2 server in place of Apple's push service. It answers the statuses of `answers` in turn, then 200. */
export async function startApplePush({ secure = false, answers = [] as number[] } = {}) {
  const pushes: Push[] = []
  const certificates = { key: apples.privateKey, cert: authority, ca: authority, requestCert: true }
  const server = secure ? createSecureServer(certificates) : createServer2()
  server.on('stream', async (stream, headers) => {
    const body = await text(stream)
    const { socket } = stream.session as ServerHttp2Session
    const client = secure ? (socket as TLSSocket).getPeerCertificate().subject.CN : undefined
    pushes.push({ path: String(headers[':path']), headers, body, client: client as string | undefined })
    stream.respond({ ':status': answers.shift() ?? 200 })
    stream.end()
  })
  const { url, stop } = await listen(server)
  return { url: url.replace('http', secure ? 'https' : 'http'), pushes, stop }
}

async function listen(server: {
  listen(port: number, host: string): unknown
  close(): unknown
  address(): AddressInfo | string | null
}) {
  server.listen(0, '127.0.0.1')
  await once(server as never, 'listening')
  const stop = () => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** The files of a bundle. Throws unless its manifest names them all with their hashes, and the key of the pass type has signed
 *  the manifest. */
export async function openBundle(bundle: Buffer) {
  const zip = await fromBufferPromise(bundle, { lazyEntries: true })
  const files: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  const { 'manifest.json': manifest = Buffer.alloc(0), signature = Buffer.alloc(0), ...content } = files
  const hashes = Object.entries(content).map(([name, file]) => [name, createHash('sha1').update(file).digest('hex')])
  if (JSON.stringify(Object.fromEntries(hashes)) !== JSON.stringify(JSON.parse(manifest.toString())))
    throw new Error('The manifest does not name the files of the bundle.')
  if (!isSigned(manifest, signature, publicKey)) throw new Error('The manifest is not signed by the pass type.')
  return { files, pass: JSON.parse(String(content['pass.json'])) }
}

/** Checks a detached PKCS #7 signature with signed attributes (RFC 5652, section 5.4). */
function isSigned(content: Buffer, signature: Buffer, key: KeyObject): boolean {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString('binary')))
  const { rawCapture } = message as unknown as {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string; digestAlgorithm: string }
  }
  const { SET, SEQUENCE } = forge.asn1.Type
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, SET, true, rawCapture.authenticatedAttributes)
  const attributes = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary')
  const algorithm = forge.pki.oids[forge.asn1.derToOid(rawCapture.digestAlgorithm)] ?? ''
  const digest = createHash(algorithm).update(content).digest()
  return (
    SEQUENCE !== undefined &&
    attributes.includes(digest) &&
    verify(algorithm, attributes, key, Buffer.from(rawCapture.signature, 'binary'))
  )
}
