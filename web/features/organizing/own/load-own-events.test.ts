import { afterEach, expect, test, vi } from 'vitest'
import { loadOwnEvents } from './load-own-events.ts'

const signedIn: Record<string, string> = {
  access_token: `a.${btoa('{"exp":4000000000}')}.c`,
  refresh_token: 'r',
  username: 'malee',
  id: '7',
}
const news = { event_id: 7, new_applicants: 0, to_approve: 0, slips_to_check: 0, reported_comments: 1 }

afterEach(() => void vi.unstubAllGlobals())

test.each(['', '?show=past'])('the news of the listed events are loaded: my-events%s', async (search) => {
  serve((address) => {
    if (address.includes('/new-applicants?events=7')) return [news]
    return /\/my-events\?/.test(address) ? [{ id: 7 }] : []
  })

  const loaded = await loadOwnEvents(new Request(`https://ruam.example/my-events${search}`))

  expect(loaded.events).toEqual([{ id: 7 }])
  expect(loaded.news.get(7)).toEqual(news)
})

test.each([
  ['?show=past', ['River concert', 'Chess evening']],
  ['?show=past&search=RIVER', ['River concert']],
  ['', []],
])('past events come with those called off that match the search: my-events%s', async (search, names) => {
  const calledOff = ['River concert', 'Chess evening'].map((event_name, id) => ({ id, event_name }))
  serve((address) => (address.endsWith('/my-events/called-off') ? calledOff : []))

  const loaded = await loadOwnEvents(new Request(`https://ruam.example/my-events${search}`))

  expect(loaded.calledOff.map(({ event_name }) => event_name)).toEqual(names)
})

function serve(answer: (address: string) => object[]) {
  const localStorage = { getItem: (key: string) => signedIn[key] ?? null, setItem: () => {} }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('fetch', async (address: string) => Response.json(answer(address)))
}
