import { createHmac } from 'node:crypto'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { password } from '#server/testing/app.ts'
import type { Fixture } from '#server/testing/callers/fixture.ts'

type Claims = Record<string, unknown>

/** Invalid access tokens by what is wrong with them, mostly modified copies of the applicant's token. */
export async function badTokens(fixture: Fixture): Promise<Record<string, string>> {
  const { applicant, owner, ctx, clock, app } = fixture
  const [head = '', body = '', signature = ''] = applicant.access.split('.')
  const claims: Claims = read(body)
  const secret = ctx.tokenSecret
  const own = { userId: applicant.id, sessionId: String(claims.sid) }
  const { public_key } = (await app.inject(doorOf(fixture))).json()
  const { aud: _, ...withoutAudience } = claims
  const { exp: __, ...withoutExpiry } = claims

  return {
    'has run out': signAccessToken(secret, own, new Date(clock.now.getTime() - 16 * 60_000)),
    'is not signed (none)': `${text({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'is not signed (None)': `${text({ alg: 'None', typ: 'JWT' })}.${body}.${signature}`,
    'lost its signature': `${head}.${body}.`,
    'has a new owner': `${head}.${text({ ...claims, sub: String(owner.id) })}.${signature}`,
    'lives longer than it was given': `${head}.${text({ ...claims, exp: Number(claims.exp) + 3_600 })}.${signature}`,
    'is signed with another key': signed('another key, long enough for a token', claims),
    'is signed with no key': signed('', claims),
    'is signed with the public key of the door': signed(String(public_key), claims),
    'is signed in another way': signed(secret, claims, { alg: 'HS512' }),
    'names its key by a file': signed('', claims, { kid: '../../../dev/null' }),
    'is for another product': signed(secret, { ...claims, aud: 'another' }),
    'is for nobody': signed(secret, withoutAudience),
    'never ends': signed(secret, withoutExpiry),
    'is of another kind': signed(secret, { ...claims, typ: 'reset' }),
    'is a refresh token': applicant.refresh,
    'is a text': 'ruam',
    'is three dots': '...',
    'is 8,000 letters long': `${head}.${'a'.repeat(8_000)}.${signature}`,
    ...(await endedTokens(fixture)),
  }
}

/** Valid access tokens of ended sessions. */
async function endedTokens({ addHolder, as, visitor }: Fixture): Promise<Record<string, string>> {
  const [loggedOut, changed, gone] = [await addHolder(), await addHolder(), await addHolder()]
  const other = (await visitor.post('/api/users/login', { username: changed.username, password })).json()
  await as(loggedOut).post('/api/users/logout')
  await as(changed).post('/api/users/change-password', {
    current_password: password,
    new_password: 'one more horse battery',
    confirm_password: 'one more horse battery',
  })
  await as(gone).post('/api/users/deletion', { current_password: password })
  return {
    'is of a session that logged out': loggedOut.access,
    'is from before the password was changed': other.access_token,
    'is of an account that was deleted': gone.access,
  }
}

const doorOf = ({ event, doorLink }: Fixture) => ({
  url: `/api/events/${event}/door`,
  headers: { 'x-door-link': doorLink.secret },
})

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString())

function signed(key: string, claims: Claims, head: object = {}): string {
  const { alg, ...more } = { alg: 'HS256', ...head }
  const content = `${text({ alg, typ: 'JWT', ...more })}.${text(claims)}`
  const hash = alg === 'HS512' ? 'sha512' : 'sha256'
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}
