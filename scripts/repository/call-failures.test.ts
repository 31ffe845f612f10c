import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = new Set<string>(calls.map(({ name }) => name))

/** Calls without a journey that uses `failing`, and why: nothing is shown on purpose, or another journey covers it. */
const otherwise: Partial<Record<CallName, string>> = {
  checkIn: 'The scan is waiting to be sent: e2e/journeys/door/door-offline.spec.ts',
  chooseLanguage: 'The page switches anyway; the account page shows the stored language.',
  countApplications: 'The tabs then have no numbers, or those from before; the question before deleting is not asked.',
  countNewApplicants: 'The events then say nothing of new applicants.',
  countVisit: 'Nobody waits for it: the view is not counted.',
  keepDoorSeats: 'Asked again with the next refresh of the door.',
  listCalledOff: 'The page then says nothing of events that were called off.',
  listCategories: 'The page around the list says so: e2e/journeys/network/loading.spec.ts',
  listDays: 'A month that cannot be loaded has no marks, and is loaded when it is shown again.',
  listDoubleEntries: 'Loaded again with the next news of the door.',
  listPasskeys: 'The account page says so in place of the list.',
  listRefundsDue: 'The page then says nothing of refunds.',
  listTeamEvents: 'The page then says nothing of events that you help with.',
  listTags: 'The page around the list says so: e2e/journeys/network/loading.spec.ts',
  logout: 'This browser is signed out all the same, at the latest after five seconds.',
  refreshToken: 'The call that needed the token says what failed.',
  reversePlace: 'A pin is valid without an address.',
  sellWalkIns: 'The sale is waiting to be sent: e2e/journeys/door/walk-ins.spec.ts',
  showLiveEvent: 'Retried automatically.',
  showGuestTicket: 'e2e/journeys/attending/parties.spec.ts',
  showReceipt: 'e2e/journeys/attending/slips.spec.ts',
  watchEvent: 'The page works without news, reconnects, and follows by single calls until then.',
}

/** Code that shows an unexpected failure: the server's message, or a fallback. */
const showsFailures = /\buseAction\(|\bmessageOf\(|\bsaying=/

test('every call of the web has a journey in which it fails, or shows the standard notice', () => {
  const journeys = textsIn('e2e/journeys').map(({ text }) => text)
  const failed = [...names].filter((name) => journeys.some((text) => failureOf(name).test(text)))
  const unknown = callers().filter(
    ({ call, text }) => !failed.includes(call) && !(call in otherwise) && !showsFailures.test(text),
  )

  expect(unknown.map(({ call, file }) => `${call} of ${file}`)).toEqual([])
  expect(Object.keys(otherwise).filter((name) => failed.includes(name))).toEqual([])
})

test('failure messages expected by journeys exist in the product', () => {
  const product = [...textsIn('web'), ...textsIn('contract'), ...textsIn('messages/en')].filter(
    ({ file }) => !/\.test\.tsx?$/.test(file),
  )
  const code = product.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
  const messages = textsIn('e2e/journeys').flatMap(({ text }) => messagesIn(text))

  expect(messages.length).toBeGreaterThan(50)
  expect(messages.filter((message) => !code.includes(message))).toEqual([])
})

/** The messages that journeys expect, without the reason at their end. */
function messagesIn(text: string): string[] {
  const found = text.matchAll(/failing\(\s*page,\s*'\w+',\s*(?:'\w+'|\w+),\s*(['"])(.*?)\1,/g)
  return [...found].map(([, , message = '']) => message.replace(/:? ?\{reason\}/, ''))
}

test('failures are recognized on one line, on several lines, and in lists of calls', () => {
  const texts = ["failing(page, 'login', way", "failing(\n    page,\n    'login',", "['login', 'busy', message"]

  expect(texts.filter((text) => !failureOf('login').test(text))).toEqual([])
  expect(failureOf('login').test("page.goto('login')")).toBe(false)
})

const failureOf = (name: string) => new RegExp(`(failing\\(\\s*page,\\s*|\\[)'${name}',`)

/** The modules of the web that import a call from the contract. */
function callers(): { call: string; file: string; text: string }[] {
  return textsIn('web')
    .filter(({ file }) => !/\.test\.tsx?$/.test(file))
    .flatMap(({ file, text }) => {
      const lists = [...text.matchAll(/import \{([^}]*)\} from '#contract\//g)].map(([, list = '']) => list)
      const imported = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' as ')[0] ?? '')
      return imported.filter((name) => names.has(name)).map((call) => ({ call, file, text }))
    })
}

function textsIn(folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|json)$/.test(name))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }))
}
