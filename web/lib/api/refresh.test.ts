import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showEvent } from '#contract/events/events.ts'

/** The part of the browser that the session needs. */
class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
}

const localStorage = new Storage()
const event = { params: { eventId: 7 } }
let made = 0
let asked: { url: string; token: string | null }[] = []
let refuse = false

const tokenEnding = (seconds: number) =>
  `head.${btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds, made: made++ }))}.sign`

/** A server that accepts only the newest token. */
async function server(url: string, { headers, body }: RequestInit): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, 5))
  const token = new Headers(headers).get('authorization')
  asked.push({ url, token })
  if (url === '/api/token/refresh') {
    if (refuse)
      return Response.json({ error: 'x', message: 'x', detail: 'x', code: 'session_expired' }, { status: 401 })
    const { refresh } = JSON.parse(String(body))
    return Response.json({ access: tokenEnding(900), refresh: `${refresh}+` })
  }
  if (token === null) return Response.json({ event_name: 'for everybody' })
  if (token === 'Bearer old') return Response.json({ code: 'session_expired', error: 'x' }, { status: 401 })
  return Response.json({ event_name: 'for somebody' })
}

async function load() {
  const [{ call }, { refreshSession }, session] = await Promise.all([
    import('./call.ts'),
    import('./call.ts'),
    import('#web/lib/session/session.ts'),
  ])
  return { call, refreshSession, ...session }
}

const refreshes = () => asked.filter(({ url }) => url === '/api/token/refresh').length

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage, location: { protocol: 'https:' } })
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', server)
  localStorage.clear()
  for (const [key, value] of Object.entries({
    access_token: 'old',
    refresh_token: 'r',
    username: 'somchai',
    id: '7',
  })) {
    localStorage.setItem(key, value)
  }
  asked = []
  refuse = false
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('ten calls with an expired token share one refresh, and all succeed', async () => {
  const { call } = await load()

  const replies = await Promise.all(Array.from({ length: 10 }, () => call(showEvent, event)))

  expect(replies.every(({ event_name }) => event_name === 'for somebody')).toBe(true)
  expect(refreshes()).toBe(1)
  expect(localStorage.getItem('refresh_token')).toBe('r+')
})

test('ten calls whose token the server refuses before its end share one refresh, and all succeed', async () => {
  const { call } = await load()
  const refused = tokenEnding(900)
  localStorage.setItem('access_token', refused)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = await server(url, init)
    const isRefused = new Headers(init.headers).get('authorization') === `Bearer ${refused}`
    return isRefused ? Response.json({ code: 'session_expired', error: 'x' }, { status: 401 }) : reply
  })

  const replies = await Promise.all(Array.from({ length: 10 }, () => call(showEvent, event)))

  expect(replies.every(({ event_name }) => event_name === 'for somebody')).toBe(true)
  expect(refreshes()).toBe(1)
})

test('a token renewed by another tab is used without another refresh', async () => {
  const { readSession, refreshSession } = await load()
  const stale = readSession()
  localStorage.setItem('access_token', tokenEnding(900))

  const renewed = stale && (await refreshSession(stale))

  expect(renewed?.access_token).toBe(localStorage.getItem('access_token'))
  expect(refreshes()).toBe(0)
})

test('a session ended by the server is deleted, and public data still loads', async () => {
  const { call, readSession } = await load()
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refuse = true

  const reply = await call(showEvent, event)

  expect(reply.event_name).toBe('for everybody')
  expect(readSession()).toBeNull()
  expect(localStorage.size).toBe(0)
  expect(log).toHaveBeenCalledExactlyOnceWith('Failed to refresh token')
})

test('the end of a session is reported once, even if several calls notice it', async () => {
  const { call, takeLoss } = await load()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refuse = true
  localStorage.setItem('access_token', tokenEnding(900))
  let answerLate = () => {}
  const late = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!new Headers(init.headers).has('authorization')) return server(url, init)
    if (url.endsWith('/8')) await late
    return Response.json({ code: 'session_expired', error: 'x' }, { status: 401 })
  })

  const second = call(showEvent, { params: { eventId: 8 } })
  await call(showEvent, event)
  expect(takeLoss()).toBe(true)
  answerLate()
  await second

  expect(takeLoss()).toBe(false)
})

test('a late refusal for a previous session does not end a new one', async () => {
  const { readSession, refreshSession, signIn, takeLoss } = await load()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refuse = true
  const stale = readSession()

  const refreshing = stale && refreshSession(stale)
  signIn({
    access_token: tokenEnding(900),
    refresh_token: 's',
    username: 'malee',
    status: 'Attendee',
    id: 8,
    language: 'en',
    image_url: '',
  })

  await expect(refreshing).rejects.toMatchObject({ code: 'session_expired' })
  expect(readSession()?.username).toBe('malee')
  expect(takeLoss()).toBe(false)
})

test('a login in another tab is no lost session any more', async () => {
  const { call, readSession, wasSessionLost } = await load()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refuse = true
  await call(showEvent, event)
  expect(wasSessionLost()).toBe(true)

  localStorage.setItem('access_token', tokenEnding(900))

  expect(readSession()).not.toBeNull()
  expect(wasSessionLost()).toBe(false)
})

test('a session without a refresh token ends without asking the server', async () => {
  const { readSession, refreshSession } = await load()
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  localStorage.delete('refresh_token')
  const stale = readSession()

  const refreshing = stale && refreshSession(stale)

  await expect(refreshing).rejects.toMatchObject({ code: 'session_expired', message: 'No refresh token found' })
  expect(refreshes()).toBe(0)
  expect(readSession()).toBeNull()
  expect(log).toHaveBeenCalledExactlyOnceWith('No refresh token found')
})

test('an unreachable server does not sign the user out', async () => {
  const { call, readSession } = await load()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/token/refresh') throw new TypeError('Failed to fetch')
    return server(url, init)
  })

  await expect(call(showEvent, event)).rejects.toMatchObject({ code: 'no_answer', status: 0 })
  expect(readSession()?.username).toBe('somchai')
})

test.each([401, 403, 404, 408])("a proxy's page with status %i ends no session", async (status) => {
  const { call, readSession } = await load()
  localStorage.setItem('access_token', tokenEnding(900))
  const page = async () => new Response('<html>', { status })
  vi.stubGlobal('fetch', page)
  await expect(call(showEvent, event)).rejects.toMatchObject({ status })

  localStorage.setItem('access_token', 'old')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === '/api/token/refresh' ? page() : server(url, init),
  )
  await expect(call(showEvent, event)).rejects.toMatchObject({ status })

  expect(readSession()?.username).toBe('somchai')
})

test('a user who signs out during a refresh stays signed out', async () => {
  const { readSession, refreshSession, signOut } = await load()
  const stale = readSession()
  if (!stale) throw new Error('no session')
  const refreshing = refreshSession(stale)
  signOut()

  await expect(refreshing).rejects.toMatchObject({ code: 'session_expired' })
  expect(readSession()).toBeNull()
})

test('the expiry is read from a token; any other text counts as long expired', async () => {
  const { expiryOf } = await load()
  expect(expiryOf(`a.${btoa(JSON.stringify({ exp: 1_800_000_000 }))}.b`)).toBe(1_800_000_000_000)
  expect(expiryOf('null')).toBe(0)
  expect(expiryOf('a.%%%.b')).toBe(0)
})
