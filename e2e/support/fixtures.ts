import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type Browser, test as base, expect, type Page } from '@playwright/test'
import { createEvent } from '#contract/events/own-events.ts'

import { eventMaker } from '#server/testing/event-fields.ts'
import { picture } from './picture.ts'

export { expect }

export interface Person {
  id: number
  username: string
  password: string
  access_token: string
  refresh_token: string
  status: 'Organizer' | 'Attendee'
}

/** Collects a page's problems during a journey: logged errors and warnings, exceptions, and failed requests. */
interface PageProblems {
  watch(page: Page): void
  /** Ignores errors that a journey causes on purpose. */
  allow(trouble: RegExp): void
}

interface Fixtures {
  pageProblems: PageProblems
  makers: Makers
  /** Signs a person in as the login page would, before the first page is opened. */
  login: (person: Person) => Promise<void>
  /** Opens a second browser for another person, or for a visitor if none is given. */
  openBrowser: (person?: Person) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
  baseURL: async ({}, use) => use(process.env.PRODUCT_URL),
  pageProblems: [
    async ({ page }, use) => {
      const { pageProblems, trouble } = collectProblems()
      pageProblems.watch(page)
      await use(pageProblems)
      expect(trouble(), 'the page reported no problem').toEqual([])
    },
    { auto: true },
  ],
  makers: async ({ request }, use) => use(makersOf(request)),
  login: async ({ page }, use) => use((person) => keepSession(page, person)),
  openBrowser: async ({ browser, pageProblems }, use) => {
    const opened: Page[] = []
    await use(async (person) => {
      const page = await openPage(browser, person)
      pageProblems.watch(page)
      opened.push(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

function collectProblems() {
  const seen: string[] = []
  const expected: RegExp[] = []
  const pageProblems: PageProblems = {
    watch: (page) => {
      waitForCode(page)
      watchPage(page, (trouble) => seen.push(trouble))
    },
    allow: (trouble) => expected.push(trouble),
  }
  return { pageProblems, trouble: () => seen.filter((each) => !expected.some((trouble) => trouble.test(each))) }
}

/** Playwright's own warning (playwright.config.ts). */
const workerBlocked = /^Service Worker registration blocked by Playwright/

/** Reports logged errors and warnings, exceptions, and failed requests. */
export function watchPage(page: Page, report: (trouble: string) => void) {
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type()) && !workerBlocked.test(message.text())
    if (isProblem) report(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(`failed: ${request.url()}`)
  })
}

/** Makes `goto` and `reload` wait until the page's code runs, because its buttons do nothing before. Not if a
 *  journey passes its own `waitUntil`. */
function waitForCode(page: Page) {
  const isReady = () =>
    matchMedia('(scripting: none)').matches ||
    // Until the first paint the page only names its code (web/entry.server.tsx).
    document.querySelector('script[type=later], script[type=module]') === null ||
    'ready' in document.documentElement.dataset
  const ready = () =>
    page.waitForFunction(isReady, undefined, { timeout: 20_000 }).catch((cause) => {
      throw new Error(`${page.url()} did not become ready: its code has not run.`, { cause })
    })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await ready()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await ready()
    return response
  }
}

async function openPage(browser: Browser, person?: Person): Promise<Page> {
  const page = await browser.newPage()
  if (person) await keepSession(page, person)
  return page
}

/** Signs a person in as the login page would, before the first page is opened. */
export async function keepSession(page: Page, person: Person) {
  const { access_token, refresh_token, username, status, id } = person
  const stored = { access_token, refresh_token, username, status, id: String(id), picture: '' }
  // Set once per tab, so that later changes by the page stay. Frames may have no storage.
  await page.addInitScript((session) => {
    if (self !== top) return
    if (sessionStorage.getItem('journey') !== null) return
    sessionStorage.setItem('journey', 'started')
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
  }, stored)
}

/** By the form of the login page. */
export async function logIn(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

interface Names {
  username?: string
  first_name?: string
  last_name?: string
}

export type Makers = ReturnType<typeof makersOf>

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Content = Parameters<APIRequestContext['post']>[1]

/** Creates a journey's test data through the API. */
export function makersOf(request: APIRequestContext) {
  const password = 'correct horse battery'

  async function send(method: Method, url: string, content: Content, person?: Person) {
    const headers = person ? { authorization: `Bearer ${person.access_token}` } : {}
    const reply = await request[method](url, { ...content, headers })
    if (!reply.ok()) throw new Error(`${url}: ${await reply.text()}`)
    return reply.status() === 204 ? null : reply.json()
  }

  const post = (url: string, data: object, person?: Person) => send('post', url, { data }, person)

  /** A unique username, or the start of another unique name. Searching for one finds no other. */
  const uniqueName = () => `person${randomBytes(4).toString('hex')}`

  async function addAttendee(given: Names = {}): Promise<Person> {
    const unique = uniqueName()
    const { username = unique, ...names } = given
    await post('/api/users/register', {
      username,
      password,
      password2: password,
      first_name: 'Malee',
      last_name: 'Suksan',
      birth_date: '1992-03-04',
      phone_number: '0812345678',
      email: `${unique}@example.com`,
      ...names,
    })
    return { ...(await post('/api/users/login', { username, password })), password }
  }

  async function addOrganizer(given: Names = {}): Promise<Person> {
    const person = await addAttendee(given)
    const application = {
      organizer_name: `House of ${person.username}`.slice(0, 100),
      email: 'team@example.com',
      organization_type: 'COMPANY',
    }
    await post('/api/organizers/apply-organizer', application, person)
    return { ...person, status: 'Organizer' }
  }

  const addEvent = eventMaker<Person>({
    now: () => new Date(),
    addOrganizer,
    publish: (organizer, fields) => post(createEvent.url, fields, organizer),
  })

  const addBanner = (eventId: number, organizer: Person) =>
    send('post', `/api/events/${eventId}/upload/event-image/`, { multipart: { file: picture } }, organizer)

  /** `wait` joins the waiting list if no seat is free; `answers` are by question ID. */
  async function addTicket(eventId: number, attendee: Person, wait = false, answers: object = {}) {
    const ticket = await post(`/api/tickets/event/${eventId}/register`, { wait, answers }, attendee)
    return { id: ticket.id as number, ticket_number: ticket.ticket_number as string }
  }

  async function addComment(eventId: number, author: Person, content: string, parent_id: number | null = null) {
    const comment = await post(`/api/comments/write-comment/${eventId}`, { content, parent_id }, author)
    return { id: comment.id as number, content }
  }

  const cancelTicket = (ticketId: number, holder: Person) =>
    send('delete', `/api/tickets/${ticketId}/cancel`, {}, holder)

  const callOff = (eventId: number, owner: Person) =>
    send('delete', `/api/organizers/delete-event/${eventId}`, {}, owner)

  /** A paid application that is cancelled. */
  async function addRefund(eventId: number, owner: Person, payer: Person) {
    const ticket = await addTicket(eventId, payer)
    await post(`/api/events/${eventId}/applications/paid`, { applications: [ticket.id] }, owner)
    await cancelTicket(ticket.id, payer)
    return ticket
  }

  const report = (commentId: number, viewer: Person) =>
    post(`/api/comments/${commentId}/report`, { reason: '' }, viewer)

  return {
    uniqueName,
    addAttendee,
    addOrganizer,
    addEvent,
    addBanner,
    addTicket,
    addComment,
    cancelTicket,
    addRefund,
    callOff,
    report,
    send,
  }
}
