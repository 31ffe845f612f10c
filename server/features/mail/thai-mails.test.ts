import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import type { EventFields } from '#contract/events/event-fields.ts'
import * as accounts from '#server/features/accounts/accounts.mails.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { newsStates, type TicketNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { composeTicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Person } from '#server/testing/app.ts'
import { addressOf, calendarIn } from '#server/testing/applications/ticket-mails.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
const site = 'https://ruam.example'

/** Two words in a row are English: the product's name and those of others are one word. */
const english = /[a-z]{2,}[ ,]+[a-z]{2,}/i
const gregorian = /\b20[23]\d\b|\b[AP]M\b/

/** Fails if a text has English words or dates, or leads to a page in English. Tags and addresses count as no words. */
function expectThai(text: string): void {
  const links = text.match(/https:\/\/ruam\.example[^\s"<>]*/g) ?? []
  const words = text.replace(/<style[\s\S]*?<\/style>|<[^>]*>|https?:\/\/\S+|\S+@\S+|TICK-\S+/g, '\n')

  expect(words).toMatch(/[\u0e01-\u0e2e]/)
  expect(words).not.toMatch(english)
  expect(words).not.toMatch(gregorian)
  expect(links.filter((link) => !link.startsWith(`${site}/th`))).toEqual([])
}

/** What people read in a mail and in its calendar file. */
function expectThaiMail({ subject = '', text = '', html = '' }: Pick<Email, 'subject' | 'text' | 'html'>): void {
  expect(subject).toMatch(/[\u0e01-\u0e2e]/)
  for (const part of [subject, text, html]) expectThai(part)
  expect(html).toContain('<html lang="th">')
}

/** An event of a Thai organizer, and somebody who reads Thai and has applied for it. */
async function startThai(fields: Partial<EventFields> = {}) {
  const started = await startWithMail()
  const { as, db, clock, ctx, mail, addHolder, addEvent } = started
  const owner = await addHolder({ language: 'th', first_name: 'สมชาย', last_name: 'ใจดี' })
  const organizer = { organizer_name: 'ชมรมแจ๊ส', email: 'club@example.com', organization_type: 'COMPANY' }
  await as(owner).post('/api/organizers/apply-organizer', organizer)
  const given = { event_name: 'งานวัดภูเขาทอง', address: 'วัดสระเกศ', max_party: 3, ...fields }
  const { id } = await addEvent(given, owner)
  const event = (await as(owner).get(`/api/events/${id}`)).json()
  const malee = await addHolder({ language: 'th', first_name: 'มาลี', last_name: 'สุขใจ' })
  const url = `/api/events/${event.id}`

  return {
    ...started,
    owner,
    event,
    malee,
    url,
    apply: async (body = {}): Promise<number> =>
      (await as(malee).post(`/api/tickets/event/${event.id}/register`, body)).json().id,
    /** Tests move the clock further than a session lasts. */
    logIn: async (who: Person) => as({ ...who, ...(await start(ctx, who.id, undefined)) }),
    pass: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    later: (iso: string, milliseconds: number) => new Date(Date.parse(iso) + milliseconds).toISOString(),
    attend: (ticket: number) =>
      db.pool.query(`UPDATE tickets SET status = 'USED', used_at = now() WHERE id = $1`, [ticket]),
    /** The mail to an address whose subject starts like this. */
    mailAbout: async (to: string, about: string): Promise<Email> => {
      await started.doWhatIsDue()
      return eventually(() => {
        const found = mail.mails.find((one) => one.to?.[0]?.address === to && one.subject?.startsWith(about))
        if (found === undefined) throw new Error(mail.mails.map(({ subject }) => subject).join('; '))
        return found
      })
    },
  }
}

type Started = Awaited<ReturnType<typeof startThai>>

/** Ways in which mails about one application differ. */
const tickets: [string, (ticket: MailedTicket) => Partial<MailedTicket>][] = [
  ['one seat', () => ({ seats: 1, guests: [] })],
  [
    'a party',
    () => ({
      seats: 2,
      total_satang: 50_050,
      ticket_type: 'ทั่วไป',
      price_satang: 25_025,
      paid_at: '2026-11-20T03:00:00Z',
    }),
  ],
  [
    'an online event',
    () => ({ is_online: true, meeting_link: 'https://meet.example.com/one', refund: 'due', position: 3 }),
  ],
  ['a place that follows', () => ({ place_to_be_announced: true, address: '', refund: 'refunded', position: 1 })],
  ['a slip in review', () => ({ slip: { state: 'in_review' } as MailedTicket['slip'], pay_by: null })],
  [
    'a refused slip',
    () => ({ slip: { state: 'refused', reason: 'ยอดไม่ตรง' } as MailedTicket['slip'], pay_by: '2026-11-22T03:00:00Z' }),
  ],
  ['an event that is over', () => ({ status: 'EXPIRED', paid_at: '2026-11-29T03:00:00Z' })],
  ['a guest’s seat', () => ({ party_of: 1 })],
  ['words of the organizer', () => ({ organizer_word: 'แล้วพบกัน', pay_by: null })],
]

test('every mail about an application is in Thai for somebody who reads Thai', async () => {
  const { ctx, db, clock, apply } = await startThai()
  const ticket = await selectMailedTicket(db, await apply({ guests: [{ name: 'นก สุขใจ' }] }), clock.now, 'all')
  if (ticket === null) throw new Error('no ticket')

  for (const news of Object.keys(newsStates) as TicketNews[]) {
    for (const [, change] of tickets) {
      const status = newsStates[news]
      const sent = await composeTicketMail(ctx, news, { ...ticket, status, ...change(ticket) })
      expectThaiMail(sent)
      if (sent.line) expectThai(sent.line.text)
      const file = sent.attachments?.find(({ filename }) => filename.endsWith('.ics'))
      const lines = file?.content.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/) ?? []
      for (const line of lines) {
        if (line.startsWith('URL')) expect(line).toContain(`${site}/th/virtual-ticket/`)
        if (line.startsWith('DESCRIPTION:')) expectThai(line.replace('DESCRIPTION:', ''))
      }
    }
  }
})

const somebody = { id: 1, email: 'malee@example.com', username: 'malee', language: 'th' } as const
const accountMails: [string, (settings: Started['ctx']['settings']) => Mail][] = [
  ['verifying an email', (settings) => accounts.verifyEmailMail(settings, somebody, 'token', '/events/7')],
  ['a new password', (settings) => accounts.resetPasswordMail(settings, somebody, 'token')],
  ['a password set by a link', (settings) => accounts.passwordChangedMail(settings, somebody)],
  ['a password changed by the old one', (settings) => accounts.passwordChangedHereMail(settings, somebody)],
  ['a password removed by Google', (settings) => accounts.passwordRemovedMail(settings, somebody, 'Google')],
  ['a password removed by a code', (settings) => accounts.passwordRemovedMail(settings, somebody, 'email')],
  ['a second account', (settings) => accounts.otherAccountMail(settings, somebody.email, 'th')],
  ['no password for a typed email', (settings) => accounts.noPasswordMail(settings, somebody.email, 'th')],
  ['a code to sign in', (settings) => accounts.signInCodeMail(settings, somebody, { code: '123456', link: 'link' })],
  ['another email', (settings) => accounts.emailChangedMail(settings, somebody, 'token')],
  [
    'an access token',
    (settings) => accounts.tokenAddedMail(settings, somebody, { name: 'ป้าย', scopes: ['read', 'attendees', 'door'] }),
  ],
  ['a passkey', (settings) => accounts.passkeyAddedMail(settings, somebody, 'iPhone')],
  ['LINE', (settings) => accounts.lineConnectedMail(settings, somebody)],
  ['a deleted account', (settings) => accounts.accountDeletedMail(settings, somebody, 0)],
  ['a deleted account with tickets', (settings) => accounts.accountDeletedMail(settings, somebody, 2)],
]

test.each(accountMails)('the mail about %s is in Thai', async (_, compose) => {
  const { ctx } = await startWithMail()

  expectThaiMail(compose(ctx.settings))
})

/** What makes each mail leave, and how its subject starts. */
const others: [string, (started: Started) => Promise<Email>][] = [
  [
    'a confirmed application',
    async ({ apply, malee, mailAbout }) => {
      await apply()
      return mailAbout(addressOf(malee), 'บัตรงาน')
    },
  ],
  [
    'a guest’s ticket, in the language of whoever sends it',
    async ({ as, apply, malee, mailAbout }) => {
      await as(malee).post(`/th/api/tickets/${await apply()}/send`, { email: 'nok@example.com' })
      return mailAbout('nok@example.com', 'มีบัตรถึงคุณ')
    },
  ],
  [
    'a moved event',
    async ({ apply, malee, owner, event, url, later, logIn, pass, mailAbout }) => {
      await apply()
      const [start, end] = [later(event.start_date_event, 2 * day), later(event.end_date_event, 2 * day)]
      const change = { start_date_event: start, end_date_event: end, address: 'วัดอรุณ', change_note: 'เรือมาช้า' }
      await (await logIn(owner)).patch(`${url}/edit`, change)
      pass(10 * minute)
      return mailAbout(addressOf(malee), 'วันเวลาและสถานที่ใหม่')
    },
  ],
  [
    'an event that was called off',
    async ({ as, apply, malee, owner, event, mailAbout }) => {
      await apply()
      await as(owner).delete(`/api/organizers/delete-event/${event.id}`)
      return mailAbout(addressOf(malee), 'งานยกเลิกแล้ว')
    },
  ],
  [
    'an invitation, in the language of whoever invites',
    async ({ as, owner, url, mailAbout }) => {
      await as(owner).post(`/th${url}/invitations`, { people: [{ name: 'นก', email: 'nok@example.com' }] })
      return mailAbout('nok@example.com', 'คุณได้รับเชิญ')
    },
  ],
  [
    'a moved event to somebody who is invited',
    async ({ as, owner, event, url, later, pass, mailAbout }) => {
      await as(owner).post(`${url}/invitations`, { people: [{ name: 'นก', email: 'nok@example.com' }] })
      await as(owner).patch(`${url}/edit`, { end_date_event: later(event.end_date_event, 30 * minute) })
      pass(10 * minute)
      return mailAbout('nok@example.com', 'วันเวลาใหม่')
    },
  ],
  [
    'an invitation to a team',
    async ({ as, owner, url, mailAbout }) => {
      await as(owner).post(`/th${url}/team`, { role: 'desk', email: 'nok@example.com' })
      return mailAbout('nok@example.com', 'ชวนมาเป็นทีมงาน')
    },
  ],
  [
    'a message of an organizer',
    async ({ as, owner, apply, malee, url, mailAbout }) => {
      await apply()
      const text = { subject: 'ที่จอดรถ', text: 'เข้าประตูหลัง {name}' }
      await as(owner).post(`${url}/messages`, { ...text, client_key: randomUUID(), audience: 'everybody' })
      return mailAbout(addressOf(malee), 'ที่จอดรถ')
    },
  ],
  [
    'a question afterwards',
    async ({ apply, attend, malee, event, clock, mailAbout }) => {
      await attend(await apply())
      clock.now = new Date(Date.parse(event.end_date_event) + day)
      return mailAbout(addressOf(malee), 'งาน งานวัดภูเขาทอง เป็นยังไงบ้าง')
    },
  ],
  [
    'new events of an organizer',
    async ({ as, owner, malee, pass, addEvent, mailAbout }) => {
      const { id } = (await as(owner).get('/api/organizers/view-organizer')).json()
      await as(malee).put(`/api/organizers/${id}/toggle-follow`)
      for (const event_name of ['แจ๊สริมน้ำ', 'แจ๊สบนดอย']) {
        await addEvent({ event_name, address: 'เชียงใหม่' }, owner)
      }
      pass(10 * minute)
      return mailAbout(addressOf(malee), 'งานใหม่ 2 งานจาก')
    },
  ],
  [
    'registration that opens',
    async ({ as, owner, malee, clock, pass, addEvent, later, mailAbout }) => {
      const opens = later(clock.now.toISOString(), 60 * minute)
      const { id } = await addEvent({ event_name: 'แจ๊สริมน้ำ', start_date_register: opens }, owner)
      await as(malee).put(`/api/events/${id}/opening-wish`)
      pass(61 * minute)
      return mailAbout(addressOf(malee), 'เปิดรับสมัครแล้ว')
    },
  ],
  [
    'a code to sign in, in the language of the page',
    async ({ visitor, mailAbout }) => {
      await visitor.post('/th/api/users/sign-in-code', { email: 'nok@example.com', browser: 'b'.repeat(43) })
      return mailAbout('nok@example.com', 'รหัสเข้าสู่ระบบ')
    },
  ],
  [
    'a new password, although the page is in English',
    async ({ visitor, malee, mailAbout }) => {
      await visitor.post('/api/users/forgot-password', { email: addressOf(malee) })
      return mailAbout(addressOf(malee), 'ตั้งรหัสผ่าน')
    },
  ],
]

test.each(others)('the mail about %s is in Thai', async (_, cause) => {
  const started = await startThai()

  const sent = await cause(started)

  expectThaiMail(sent)
  expect(sent.from?.name).not.toContain(' via ')
  for (const header of sent.headers) {
    if (header.key === 'list-unsubscribe') expect(header.value).toContain(`${site}/th/stop-`)
  }
})

test('a subscribed calendar of tickets is in its owner’s language, whatever its address', async () => {
  const { as, visitor, apply, malee } = await startThai()
  await apply()
  const { path } = (await as(malee).post('/api/tickets/calendar-feed')).json()

  const { body } = await visitor.get(path)

  expect(body).toContain('X-WR-CALNAME:บัตรของฉัน · Ruam')
  expect(body.replaceAll(/\r?\n[ \t]/g, '')).toMatch(/DESCRIPTION:บัตร \S+: \S+\/th\/virtual-ticket\/\d+/)
})

test('people who have chosen no language, and those who have chosen English, get English from a Thai page', async () => {
  const { as, apply, addHolder, owner, event, mail, mailAbout } = await startThai()
  const [before, somchai] = [await addHolder(), await addHolder({ language: 'en' })]
  for (const person of [before, somchai]) await as(person).post(`/th/api/tickets/event/${event.id}/register`)
  await apply()
  const invited = { role: 'door', email: addressOf(somchai) }

  await as(owner).post(`/th/api/events/${event.id}/team`, invited)

  expect((await mail.mailTo(addressOf(before))).subject).toBe('Your ticket for งานวัดภูเขาทอง')
  expect((await mailAbout(addressOf(somchai), 'Your ticket')).text).toContain(`${site}/virtual-ticket/`)
  expect((await mailAbout(addressOf(somchai), 'Join the team')).text).toContain('Saturday, November 28, 2026')
  expect(calendarIn(await mail.mailTo(addressOf(before))).join()).toContain(`${site}/virtual-ticket/`)
})
