import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { themeScript } from './theme.ts'

/** Runs the script in a browser with this storage. Returns the attributes and media queries that it sets. */
function headOf({ local = {}, session = {}, offset = -420 }: Stored) {
  const dataset: Record<string, string> = {}
  const bars = ['light', 'dark'].map((of) => ({ dataset: { of }, media: `(prefers-color-scheme: ${of})` }))
  const storage = (items: Record<string, string>) => ({ getItem: (key: string) => items[key] ?? null })
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
  /** The result of `getTimezoneOffset`, in minutes. */
  offset?: number
}

const browserDefault = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']

test("a chosen scheme applies to the page and to the browser's bar", () => {
  expect(headOf({ local: { scheme: 'dark' } })).toEqual({ dataset: { scheme: 'dark' }, bars: ['not all', 'all'] })
  expect(headOf({ local: { scheme: 'light' } })).toEqual({ dataset: { scheme: 'light' }, bars: ['all', 'not all'] })
})

test('without a valid choice the page follows the browser', () => {
  for (const local of [{}, { scheme: 'system' }, { scheme: 'purple' }, 'forbidden'] as const)
    expect(headOf({ local })).toEqual({ dataset: {}, bars: browserDefault })
})

test('the choice stays after logging out, which clears localStorage', () => {
  expect(headOf({ session: { scheme: 'dark' } }).dataset).toEqual({ scheme: 'dark' })
  expect(headOf({ local: { scheme: 'system' }, session: { scheme: 'dark' } }).dataset).toEqual({})
})

test('session, role, sidebar, scheme and time zone are set for the style sheet', () => {
  const local = { access_token: 'a', status: 'Organizer', sidebar: 'open', scheme: 'dark' }

  expect(headOf({ local, offset: 0 }).dataset).toEqual({
    session: '',
    role: 'organizer',
    sidebar: 'open',
    scheme: 'dark',
    elsewhere: '',
  })
})

test("the page contains the script unchanged, as the policy's hash requires", () => {
  expect(themeScript).not.toMatch(/<\/?script|<!--/i)
})
