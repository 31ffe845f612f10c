import { expect, test } from 'vitest'
import { malformed } from '#languages/en/errors.json'
import { malformed as malformedInThai } from '#languages/th/errors.json'
import { startApp } from '#server/testing/app.ts'

/** Opens a page from outside, as from a chat or an address bar, and says where it leads; null for the page itself. */
async function startOpening() {
  const { app } = await startApp()
  return async (url: string, headers: Record<string, string> = {}) => {
    const outside = { host: 'localhost', 'sec-fetch-mode': 'navigate', referer: 'https://chat.example.com/' }
    const { headers: answered } = await app.inject({ method: 'GET', url, headers: { ...outside, ...headers } })
    return answered.location ?? null
  }
}

test('every address answers below /th as well', async () => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent()

  expect((await visitor.get(`/th/api/events/${id}`)).json()).toEqual((await visitor.get(`/api/events/${id}`)).json())
  expect((await visitor.get('/th/robots.txt')).body).toBe((await visitor.get('/robots.txt')).body)
  expect((await visitor.get('/thai/robots.txt')).body).not.toBe((await visitor.get('/robots.txt')).body)
})

test('an unreadable address is refused in its language', async () => {
  const { visitor } = await startApp()

  expect((await visitor.get('/api/events/%ff')).json()).toMatchObject({ code: 'malformed', message: malformed })
  expect((await visitor.get('/th/api/events/%ff')).json()).toMatchObject({
    code: 'malformed',
    message: malformedInThai,
  })
})

test('the next page of a list is in the same language', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent()
  await addEvent()

  const next = async (path: string) => (await visitor.get(path)).headers.link
  expect(await next('/api/events/events?limit=1')).toMatch('</api/events/events?')
  expect(await next('/th/api/events/events?limit=1')).toMatch('</th/api/events/events?')
})

test.each([
  ['/events/1?x=1', { 'accept-language': 'th-TH,th;q=0.9,en;q=0.8' }, 'http://localhost/th/events/1?x=1'],
  ['/th/events/1?x=1', { 'accept-language': 'en-GB,en;q=0.9,th;q=0.2' }, 'http://localhost/events/1?x=1'],
  ['/th', { 'accept-language': 'en' }, 'http://localhost/'],
  ['/', { 'accept-language': 'en', cookie: 'a=b; language=th' }, 'http://localhost/th'],
  ['/th', { 'accept-language': 'th', cookie: 'language=en' }, 'http://localhost/'],
  [
    '/sign-in/line?code=1',
    { 'accept-language': 'th', referer: 'http://localhost/' },
    'http://localhost/th/sign-in/line?code=1',
  ],
  ['/th//example.com', { 'accept-language': 'en' }, 'http://localhost//example.com'],
])('a link to %s opens in the recipient’s language, given %j', async (url, headers, location) => {
  const open = await startOpening()

  expect(await open(url, headers)).toBe(location)
})

test.each([
  ['in the language of the address', { 'accept-language': 'th' }, '/th/events/1'],
  ['between pages of the site', { 'accept-language': 'th', referer: 'http://localhost/th' }, '/events/1'],
  ['for a browser that names neither language', { 'accept-language': 'ja' }, '/th/events/1'],
  ['with a choice that does not exist', { cookie: 'language=xx' }, '/th/events/1'],
  ['for a search engine', { 'sec-fetch-mode': '', 'accept-language': 'en' }, '/th/events/1'],
])('a link stays as it is %s', async (_, headers, url) => {
  const open = await startOpening()

  expect(await open(url, headers)).toBeNull()
})
