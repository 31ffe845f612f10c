import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const channel = {
  id: '1234567890',
  secret: 'the secret of the channel of the tests',
  token: 'the access token of the channel',
}

/** Made once, for all servers. */
const ownKey = generateKeyPair('ES256', { extractable: true })

interface Asked {
  redirect: string
  nonce: string
  challenge: string
  claims: Record<string, unknown>
}

/** A server on loopback instead of LINE: its login page, which confirms at once, and its Messaging API. */
export async function startLineServer({ now = () => new Date() } = {}) {
  const codes = new Map<string, Asked>()
  const pushed = new Map<string, { to: string; text: string }>()
  const state = {
    /** Who signs in next. */
    person: { sub: 'U1', name: 'Malee Srisuk' } as Record<string, unknown>,
    /** Changes the ID token; undefined removes a claim. */
    claims: {} as Record<string, unknown>,
    alg: 'HS256' as 'HS256' | 'ES256' | 'none',
    secret: channel.secret,
    friends: new Set<string>(),
    /** The status of the next pushes, instead of 200; 'lost' accepts it without an answer. */
    pushing: [] as (number | 'lost')[],
    isAway: false,
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.isAway) return json(503, {})
    if (pathname === '/.well-known/openid-configuration') {
      return json(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/certs`,
      })
    }
    if (pathname === '/certs')
      return json(200, { keys: [{ ...(await exportJWK((await ownKey).publicKey)), alg: 'ES256', kid: 'a' }] })
    if (pathname === '/authorize') {
      const code = randomBytes(16).toString('hex')
      const redirect = searchParams.get('redirect_uri') ?? ''
      codes.set(code, {
        redirect,
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        claims: { ...state.person },
      })
      const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
      return response.writeHead(302, { location: `${redirect}?${query}` }).end()
    }
    if (pathname === '/token') return exchange(new URLSearchParams(await bodyOf(request)), json)
    if (request.headers.authorization !== `Bearer ${channel.token}`) return json(401, {})
    if (pathname === '/v2/bot/info') return json(200, { basicId: '@ruam' })
    if (pathname.startsWith('/v2/bot/profile/')) {
      return state.friends.has(pathname.slice('/v2/bot/profile/'.length)) ? json(200, {}) : json(404, {})
    }
    const key = String(request.headers['x-line-retry-key'])
    const { to, messages } = JSON.parse(await bodyOf(request))
    const status = state.pushing.shift() ?? 200
    if (typeof status === 'number' && status !== 200) return json(status, {})
    if (pushed.has(key)) return json(409, {})
    pushed.set(key, { to, text: messages[0].text })
    return status === 'lost' ? response.destroy() : json(200, {})
  }

  async function exchange(form: URLSearchParams, json: (status: number, body: object) => unknown) {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const isRight =
      asked !== undefined &&
      form.get('client_id') === channel.id &&
      form.get('client_secret') === channel.secret &&
      form.get('redirect_uri') === asked.redirect &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === asked.challenge
    if (!isRight) return json(400, { error: 'invalid_grant' })
    const iat = Math.floor(now().getTime() / 1000)
    const standard = { iss: url, aud: channel.id, iat, exp: iat + 3600, nonce: asked.nonce }
    return json(200, { id_token: await sign({ ...standard, ...asked.claims, ...state.claims }) })
  }

  async function sign(claims: Record<string, unknown>): Promise<string> {
    const { alg } = state
    if (alg === 'ES256')
      return new SignJWT(claims).setProtectedHeader({ alg, kid: 'a' }).sign((await ownKey).privateKey)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg })}.${part(claims)}`
    const signature = alg === 'none' ? '' : createHmac('sha256', state.secret).update(unsigned).digest('base64url')
    return `${unsigned}.${signature}`
  }

  return {
    env: {
      LINE_CHANNEL_ID: channel.id,
      LINE_CHANNEL_SECRET: channel.secret,
      LINE_CHANNEL_ACCESS_TOKEN: channel.token,
      LINE_ISSUER: url,
      LINE_API_URL: url,
    },
    state,
    /** The messages that LINE has accepted, in order. */
    messages: () => [...pushed.values()],
    /** Opens LINE's page as a browser does, and returns what LINE comes back with. */
    async confirm(page: string) {
      const { headers } = await fetch(page, { redirect: 'manual' })
      const back = new URL(headers.get('location') ?? '')
      return {
        back: back.origin + back.pathname,
        code: back.searchParams.get('code') ?? '',
        state: back.searchParams.get('state') ?? '',
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
