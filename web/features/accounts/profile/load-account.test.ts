import { afterEach, expect, test, vi } from 'vitest'
import { loadProfile } from './load-account.ts'

const signedIn: Record<string, string> = {
  access_token: `a.${btoa('{"exp":4000000000}')}.c`,
  refresh_token: 'r',
  username: 'malee',
  id: '7',
}
const setItem = vi.fn()
const answer = (response: Response) => {
  const localStorage = { getItem: (key: string) => signedIn[key] ?? null, setItem }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('fetch', async () => response)
}

afterEach(() => {
  setItem.mockReset()
  vi.unstubAllGlobals()
})

test('a profile without an id or a username is none', async () => {
  for (const profile of [{ username: 'malee' }, { id: 7 }, {}]) {
    answer(Response.json(profile))
    expect(await loadProfile()).toEqual({ problem: 'Invalid user data received' })
  }
})

test("a page in a profile's place is an error", async () => {
  answer(new Response('<h1>Welcome to our hotel</h1>', { headers: { 'content-type': 'text/html' } }))
  expect(await loadProfile()).toEqual({ problem: expect.stringContaining('No response received from server.') })
})

test('a picture and a role that were changed elsewhere are stored, but not those of another account', async () => {
  const profile = { username: 'malee', profile_picture: '/pictures/a.webp', status: 'Organizer' }

  answer(Response.json({ ...profile, id: 8 }))
  await loadProfile()
  expect(setItem).not.toHaveBeenCalled()

  answer(Response.json({ ...profile, id: 7 }))
  await loadProfile()
  expect(Object.fromEntries(setItem.mock.calls)).toEqual({
    username: 'malee',
    picture: '/pictures/a.webp',
    status: 'Organizer',
  })
})
