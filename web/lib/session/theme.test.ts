import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { themeScript } from './theme.ts'

/** Runs the script as the head of a page does, in a browser that keeps this; answers what it leaves for the style sheet. */
function headOf({ local = {}, session = {}, offset = -420 }: Stored) {
  const dataset: Record<string, string> = {}
  const bars = ['light', 'dark'].map((of) => ({ dataset: { of }, media: `(prefers-color-scheme: ${of})` }))
  const storage = (kept: Record<string, string>) => ({ getItem: (key: string) => kept[key] ?? null })
  runInNewContext(themeScript, {
    document: { documentElement: { dataset }, querySelectorAll: () => bars },
    Date: function Now() {
      return { getTimezoneOffset: () => offset }
    },
    get localStorage() {
      if (local === 'forbidden') throw new Error('SecurityError')
      return storage(local)
    },
    sessionStorage: storage(session),
  })
  return { dataset, bars: bars.map(({ media }) => media) }
}

interface Stored {
  local?: Record<string, string> | 'forbidden'
  session?: Record<string, string>
  /** As of `getTimezoneOffset`, in minutes. */
  offset?: number
}

const ofTheBrowser = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']

test("a chosen theme applies before the first paint, also to the browser's bar", () => {
  expect(headOf({ local: { scheme: 'dark' } })).toEqual({ dataset: { scheme: 'dark' }, bars: ['not all', 'all'] })
  expect(headOf({ local: { scheme: 'light' } })).toEqual({ dataset: { scheme: 'light' }, bars: ['all', 'not all'] })
})

test('without a choice the page follows the browser, and whatever else is stored counts as none', () => {
  for (const local of [{}, { scheme: 'system' }, { scheme: 'purple' }, 'forbidden'] as const)
    expect(headOf({ local })).toEqual({ dataset: {}, bars: ofTheBrowser })
})

test('the choice outlives logging out, which clears local storage', () => {
  expect(headOf({ session: { scheme: 'dark' } }).dataset).toEqual({ scheme: 'dark' })
  expect(headOf({ local: { scheme: 'system' }, session: { scheme: 'dark' } }).dataset).toEqual({})
})

test('the role has its colours before the first paint, in light and dark', () => {
  const local = { access_token: 'a', status: 'Organizer', sidebar: 'open', scheme: 'dark' }

  expect(headOf({ local, offset: 0 }).dataset).toEqual({
    session: '',
    role: 'organizer',
    sidebar: 'open',
    scheme: 'dark',
    elsewhere: '',
  })
})

test('the script is in the page unchanged, so that its hash matches the policy', () => {
  expect(themeScript).not.toMatch(/<\/?script|<!--/i)
})
