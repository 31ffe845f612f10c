import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { requestCode } from '#contract/accounts/passwordless.ts'
import { newFolder } from '#server/testing/admin.ts'
import { type Person, password } from '#server/testing/app.ts'
import { sendSlip, slipPicture } from '#server/testing/applications/slips.ts'
import { startGoogleWallet, walletEnv } from '#server/testing/applications/wallets.ts'
import { addComment } from '#server/testing/comments.ts'
import { qrCodeOf } from '#server/testing/door.ts'
import { startGoogle } from '#server/testing/google.ts'
import { linkIn, startWithMail } from '#server/testing/mail-server.ts'
import { startLineServer } from '#server/testing/sign-in/line.ts'
import { newDevice } from '#server/testing/sign-in/passkeys.ts'
import { marksOf, type Private } from './private-texts.ts'
import { team } from './row.ts'

export type Fixture = Awaited<ReturnType<typeof startFixture>>
type Product = Awaited<ReturnType<typeof startWithPeople>>

/** People around one event who have used every feature. `spare` things may be deleted. */
export async function startFixture() {
  const elsewhere = await startOtherSite()
  const google = await startGoogleWallet()
  onTestFinished(google.stop)
  const wallets = { ...walletEnv(newFolder(), { tokenUrl: `${google.url}/token` }), GOOGLE_WALLET_URL: google.url }
  const product = await startWithPeople({ ...wallets, GEOCODER_URL: elsewhere, WEBHOOKS_INSIDE: 'true' })
  const events = await publish(product)
  const webhooks = await addWebhooks(product)
  const invited = await addTeam(product, events)
  const tickets = await applyAll(product, events)
  const comments = await commentAll(product, events.event)
  const door = await openDoor(product, events.event, tickets.ticket)
  const invitations = await inviteSome(product, events.event)
  const message = await scheduleMessage(product, events.event)
  const spareSession = await logInOnceMore(product)
  await setPasswordOfFormer(product)
  const webhookMessage = await newestMessage(product, webhooks.webhook)
  const links = await mailLinks(product)
  const passkeys = await addPasskeys(product)
  const lineProofs = await comeFromLine(product)
  return {
    ...product,
    ...events,
    ...invited,
    ...webhooks,
    ...tickets,
    ...comments,
    ...door,
    ...invitations,
    ...links,
    ...passkeys,
    ...lineProofs,
    elsewhere,
    message,
    spareSession,
    webhookMessage,
  }
}

async function publish({ as, addEvent, clock, owner, rival }: Product) {
  const add = async (given = {}) => (await addEvent(given, owner)).id
  const questions = [{ id: 'where', kind: 'short', text: 'Where do you come from?' }]
  const event = await add({ contact_email: 'ask@example.com', contact_phone: '02-123-4567', questions })
  const otherEvent = await add({ max_party: 2, is_online: true, meeting_link: 'https://meet.example.com/room' })
  const [calledOff, spareEvent, unlisted] = [await add(), await add(), await add({ visibility: 'PRIVATE' })]
  const linkKey: string = (await as(owner).get(`/api/events/${unlisted}`)).json().link_key
  const at = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
  const registration = { start_date_register: at(-9), end_date_register: at(-8) }
  const laterEvent = await add({ start_date_register: at(1) })
  const pastEvent = await add({ ...registration, start_date_event: at(-7), end_date_event: at(-5) })
  const decided = { needs_approval: true, is_free: false, ticket_price: 90, promptpay_id: '0812345678' }
  const decidedEvent = await add(decided)
  const paid = { is_free: false, ticket_price: 90, promptpay_id: '0812345678' }
  const [slipEvent, otherSlipEvent, refundEvent] = [await add(paid), await add(paid), await add(paid)]
  await addEvent({}, rival)
  const addDraft = async (): Promise<number> =>
    (await as(owner).post('/api/events/drafts', { event_name: 'Soon' })).json().id
  const [draft, spareDraft] = [await addDraft(), await addDraft()]
  const addCode = async (code: string): Promise<number> =>
    (await as(owner).post(`/api/events/${event}/codes`, { code, percent: 10 })).json().id
  const [code, spareCode] = [await addCode('FRIENDS'), await addCode('SPARE')]
  const paidEvents = { slipEvent, otherSlipEvent, refundEvent }
  return {
    decidedEvent,
    event,
    otherEvent,
    laterEvent,
    pastEvent,
    calledOff,
    spareEvent,
    unlisted,
    linkKey,
    draft,
    spareDraft,
    code,
    spareCode,
    ...paidEvents,
  }
}

/** The team of the events that calls are made about, a mailed invitation to one of them, and the secret of another one. */
async function addTeam({ as, owner, ...product }: Product, events: Awaited<ReturnType<typeof publish>>) {
  const { event, decidedEvent, slipEvent, otherSlipEvent, refundEvent, spareEvent, laterEvent } = events
  const roles = { coHost: 'co_host', desk: 'desk', doorman: 'door' } as const
  for (const id of [event, decidedEvent, slipEvent, otherSlipEvent, refundEvent, spareEvent]) {
    for (const name of team) {
      const { secret } = (await as(owner).post(`/api/events/${id}/team`, { role: roles[name] })).json()
      await as(product[name]).post(`/api/team-invitations/${secret}`)
    }
  }
  const mailed = { role: 'door', email: people.invitedHelper.email }
  const { id }: { id: number } = (await as(owner).post(`/api/events/${event}/team`, mailed)).json()
  const { secret }: { secret: string } = (
    await as(owner).post(`/api/events/${laterEvent}/team`, { role: 'door' })
  ).json()
  return { teamInvitation: { id, secret } }
}

async function applyAll(product: Product, events: Awaited<ReturnType<typeof publish>>) {
  const { as, owner, applicant, former, emailNamed, phoneNamed, googler } = product
  const { event, otherEvent, calledOff, spareEvent } = events
  const apply = async (person: Person, eventId: number, body?: object): Promise<number> =>
    (await as(person).post(`/api/tickets/event/${eventId}/register`, body)).json().id
  /** Answers to the organizer's questions are private too. */
  const answer = (name: 'applicant' | 'former' | 'blocked' | 'emailNamed' | 'phoneNamed' | 'googler') =>
    apply(product[name], event, { answers: { where: people[name].address } })
  const ticket = await answer('applicant')
  const spareTicket = await apply(applicant, otherEvent)
  const guestCode: string = (await as(applicant).get(`/api/tickets/${spareTicket}`)).json().ticket_id
  for (const name of ['emailNamed', 'phoneNamed', 'googler', 'blocked'] as const) await answer(name)
  for (const eventId of [calledOff, spareEvent]) for (const person of [applicant, former]) await apply(person, eventId)
  await as(former).delete(`/api/tickets/${await answer('former')}/cancel`)
  await as(owner).delete(`/api/organizers/delete-event/${calledOff}`)
  const decisions = `/api/events/${events.decidedEvent}/applications`
  const toApprove = await apply(googler, events.decidedEvent)
  const toRefuse = await apply(emailNamed, events.decidedEvent)
  const toPay = await apply(phoneNamed, events.decidedEvent)
  const ownToPay = await apply(applicant, events.decidedEvent)
  await as(owner).post(`${decisions}/approve`, { applications: [toPay, ownToPay] })
  const paying = await applyToPay(product, apply, events)
  return { ticket, spareTicket, guestCode, toApprove, toRefuse, toPay, ownToPay, ...paying }
}

/** Two slips of the applicant in review, and a paid ticket that was cancelled. */
async function applyToPay(
  product: Product,
  apply: (person: Person, eventId: number) => Promise<number>,
  { slipEvent, otherSlipEvent, refundEvent }: Awaited<ReturnType<typeof publish>>,
) {
  const { as, owner, applicant } = product
  const [slipShown, slipToRefuse] = [await apply(applicant, slipEvent), await apply(applicant, otherSlipEvent)]
  // Before the slips, because afterwards the mail about these applications is another one.
  await product.allSent()
  const slip = await slipPicture(null)
  for (const id of [slipShown, slipToRefuse]) await sendSlip(product, applicant, id, slip)
  const toRefund = await apply(applicant, refundEvent)
  await as(owner).post(`/api/events/${refundEvent}/applications/paid`, { applications: [toRefund] })
  await as(applicant).delete(`/api/tickets/${toRefund}/cancel`)
  return { slipShown, slipToRefuse, toRefund, refundEvent }
}

async function commentAll(product: Product, event: number) {
  const { as, owner, applicant, former, blocked, emailNamed, phoneNamed, googler } = product
  const named = [emailNamed, phoneNamed, googler]
  const thread = (await addComment(as(applicant), event)).id
  const spareComment = (await addComment(as(applicant), event)).id
  const reported = (await addComment(as(emailNamed), event)).id
  for (const person of [former, blocked, ...named, owner]) await addComment(as(person), event, 'Me too', thread)
  for (const person of [...named, blocked]) {
    await addComment(as(person), event)
    await as(person).put(`/api/likes/${event}/toggle-like`)
  }
  for (const person of named) await as(person).post(`/api/comments/${reported}/report`, { reason: 'Rude' })
  await as(owner).put(`/api/organizers/blocked/${blocked.id}`)
  await as(applicant).put(`/api/bookmarks/${event}/toggle-bookmark`)
  await as(applicant).put(`/api/organizers/${owner.organizerId}/toggle-follow`)
  return { thread, spareComment, reported }
}

/** Webhooks of the owner, to an address where nothing listens, and an access token. */
async function addWebhooks({ as, owner }: Product) {
  const add = async (): Promise<number> =>
    (await as(owner).post('/api/organizers/webhooks', { url: 'http://127.0.0.1:9/' })).json().id
  const token = { name: 'Report', scopes: ['read'] }
  const accessToken: number = (await as(owner).post('/api/users/access-tokens', token)).json().id
  return { webhook: await add(), spareWebhook: await add(), accessToken }
}

async function newestMessage({ as, owner }: Product, webhook: number): Promise<string> {
  const [newest] = (await as(owner).get(`/api/organizers/webhooks/${webhook}/messages`)).json()
  return newest.id
}

/** Three invitations, to be claimed, to be declined and to be mailed again. */
async function inviteSome({ as, owner, mail }: Product, event: number) {
  const [first, spare] = [people.invited.email, people.spareInvited.email]
  const guests = [first, spare, 'another@example.com'].map((email, n) => ({ name: `Guest ${n}`, email }))
  await as(owner).post(`/api/events/${event}/invitations`, { people: guests })
  const tokenOf = async (email: string) =>
    /\/invitation\/([\w-]{43})/.exec((await mail.mailTo(email)).text ?? '')?.[1] ?? ''
  const [found] = (await as(owner).get(`/api/events/${event}/attendee-list?state=INVITED&search=another`)).json()
  return {
    invitation: found.application_id as number,
    invitationToken: await tokenOf(first),
    spareToken: await tokenOf(spare),
  }
}

/** A message of the owner that leaves before the event. */
async function scheduleMessage({ as, owner }: Product, event: number): Promise<number> {
  const body = {
    ...{ client_key: randomUUID(), audience: 'everybody', timing: 'before_start' },
    ...{ subject: 'Soon', text: 'Dear {name}, see you at {event}.' },
  }
  return (await as(owner).post(`/api/events/${event}/messages`, body)).json().id
}

/** A helper's door link, and a double entry. */
async function openDoor({ as, clock, owner, applicant }: Product, event: number, ticket: number) {
  const addLink = async (name: string): Promise<{ id: number; secret: string }> =>
    (await as(owner).post(`/api/events/${event}/door-links`, { name })).json()
  const [doorLink, spareLink] = [await addLink('Front gate'), await addLink('Back gate')]
  const code = qrCodeOf((await as(applicant).get(`/api/tickets/${ticket}`)).json())
  const scanOf = (scan_id: string = randomUUID()) => ({
    scan_id,
    code,
    scanned_at: clock.now.toISOString(),
    let_in: true,
  })
  const scanId = randomUUID()
  await as(owner).post(`/api/events/${event}/check-ins`, { device: 'Gate 1', scans: [scanOf(scanId), scanOf()] })
  return { doorLink, spareLink, scanOf, scanId }
}

/** A unique password: every actor sends the request that succeeds, even to delete an account. */
export const passwordOfFormer = 'my very own battery'

async function setPasswordOfFormer({ as, former }: Product) {
  const change = { current_password: password, new_password: passwordOfFormer, confirm_password: passwordOfFormer }
  await as(former).post('/api/users/change-password', change)
}

/** Logs the applicant in on another device and returns the session's id. */
async function logInOnceMore({ visitor, as, applicant }: Product): Promise<string> {
  const { access_token } = (await visitor.post('/api/users/login', { username: applicant.username, password })).json()
  return (await as({ ...applicant, access: access_token }).get('/api/users/sessions')).json()[0].id
}

async function mailLinks({ visitor, mail, plant, addUser, googleTokenOf }: Product) {
  const { email } = people.newcomer
  const { id } = (await visitor.post('/api/users/register', registration('newcomer'))).json()
  await plant(id, people.newcomer)
  const verifyLink = linkIn(await mail.mailTo(email))
  await visitor.post('/api/users/forgot-password', { email })
  const resetLink = linkIn(await mail.mailTo(email, 2))
  const browser = randomBytes(32).toString('base64url')
  await visitor.post(requestCode.url, { email, browser })
  const [code = ''] = /\d{6}/.exec((await mail.mailTo(email, 3)).text ?? '') ?? []
  // Someone else has created an account with their email before.
  await addUser({ username: 'claimed7', email: people.claimed.email })
  return { verifyLink, resetLink, signInCode: { browser, code }, googleToken: await googleTokenOf('claimed') }
}

/** What LINE comes back with, each for another account there: one is used up by each call. */
async function comeFromLine({ visitor, line }: Product) {
  const proofs: { browser: string; code: string; state: string }[] = []
  while (proofs.length < 40) {
    const browser = randomBytes(32).toString('base64url')
    line.state.person = { sub: `U${proofs.length}`, name: 'Somebody' }
    const { code, state } = await line.confirm((await visitor.post('/api/users/line/start', { browser })).json().url)
    proofs.push({ browser, code, state })
  }
  return { lineProof: () => proofs.pop() }
}

/** A passkey of the owner to sign in with, one to remove, and one to add. */
async function addPasskeys({ as, visitor, owner }: Product) {
  const url = '/api/users/passkeys'
  const create = async (device: ReturnType<typeof newDevice>) => ({
    credential: device.create((await as(owner).post(`${url}/options`)).json()),
  })
  const add = async (device = newDevice()): Promise<number> =>
    (await as(owner).post(url, await create(device))).json().id
  const device = newDevice()
  await add(device)
  const sparePasskey = await add()
  const browser = randomBytes(32).toString('base64url')
  const options = (await visitor.post(`${url}/sign-in/options`, { browser })).json()
  return {
    sparePasskey,
    newPasskey: await create(newDevice()),
    passkeySignIn: { browser, credential: device.sign(options) },
  }
}

/** A geocoder, and a page with an event at `/event`. */
async function startOtherSite(): Promise<string> {
  const place = { name: 'Siam', display_name: 'Siam, Bangkok', lat: '13.7466', lon: '100.5347' }
  const event = { '@type': 'Event', name: 'Elsewhere', startDate: '2026-12-05' }
  const server = createServer(({ url }, response) => {
    if (url === '/event') {
      return response.end(`<script type="application/ld+json">${JSON.stringify(event)}</script>`)
    }
    const found = url?.startsWith('/search') ? [place] : place
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const names = [
  ...['owner', 'rival', 'applicant', 'former', 'blocked', 'stranger'],
  // Users with their email or phone number as username, and one from Google sign-in.
  ...['emailNamed', 'phoneNamed', 'googler'],
  ...team,
  // Invited by mail.
  'invitedHelper',
  // Unverified, unregistered, the applicant's next email, and an account made with someone else's email.
  ...['newcomer', 'registrant', 'nextEmail', 'claimed'],
  // Invited to the event, without an account.
  ...['invited', 'spareInvited'],
] as const
export type Name = (typeof names)[number]

/** The people whose private texts are searched for. */
export const people = Object.fromEntries(names.map((name, place) => [name, marksOf(place + 11)])) as Record<
  Name,
  Private
>

/** The app, and everybody with an account from the start. */
async function startWithPeople(env: Record<string, string>) {
  const google = await startGoogle()
  const line = await startLineServer({ now: () => clock.now })
  onTestFinished(line.stop)
  const product = await startWithMail({ ...google.env, ...line.env, ...env })
  const { as, clock, db, visitor } = product

  /** Fills in fields that cannot be set when creating an account. */
  async function plant(id: number, { email: _, ...known }: Private) {
    const columns = Object.keys(known).map((column, place) => `${column} = $${place + 2}`)
    await db.pool.query(`UPDATE users SET ${columns.join(', ')} WHERE id = $1`, [id, ...Object.values(known)])
  }

  async function add(name: Name, username = `${name}7`): Promise<Person> {
    const { email, phone_number, birth_date } = people[name]
    const person = await product.addHolder({ username, email, phone_number, birth_date })
    await plant(person.id, people[name])
    return person
  }

  async function addOwner(name: Name) {
    const person = await add(name)
    const application = { organizer_name: `Club of ${name}`, email: 'team@example.com', organization_type: 'COMPANY' }
    const { id } = (await as(person).post('/api/organizers/apply-organizer', application)).json()
    return { ...person, organizerId: id as number }
  }

  function googleTokenOf(name: Name, named = {}) {
    const { google_sub: sub, email } = people[name]
    return google.tokenFor({ sub, email, ...named }, clock.now)
  }

  async function addGoogler(): Promise<Person> {
    // A username must not be derived from the email.
    const token = await googleTokenOf('googler', { given_name: 'Hush', family_name: 'Whisper' })
    const { id, username, access_token, refresh_token } = (
      await visitor.post('/api/users/auth/google', { token })
    ).json()
    await plant(id, people.googler)
    return { id, username, access: access_token, refresh: refresh_token }
  }

  return {
    ...product,
    line,
    plant,
    googleTokenOf,
    owner: await addOwner('owner'),
    rival: await addOwner('rival'),
    applicant: await add('applicant'),
    former: await add('former'),
    blocked: await add('blocked'),
    stranger: await add('stranger'),
    emailNamed: await add('emailNamed', people.emailNamed.email),
    phoneNamed: await add('phoneNamed', people.phoneNamed.phone_number),
    coHost: await add('coHost'),
    desk: await add('desk'),
    doorman: await add('doorman'),
    googler: await addGoogler(),
  }
}

/** The fields of `POST /api/users/register`. */
export function registration(name: Name, username = `${name}7`) {
  const { email, phone_number, birth_date } = people[name]
  const passwords = { password: 'correct horse battery', password2: 'correct horse battery' }
  return { username, ...passwords, email, phone_number, birth_date, first_name: 'Nok', last_name: 'Sukjai' }
}
