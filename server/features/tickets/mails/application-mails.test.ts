import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { addressOf, codeIn } from '#server/testing/applications/ticket-mails.ts'
import { soon, startWaitingList } from '#server/testing/applications/waiting-list.ts'
import { startWithMail } from '#server/testing/mail-server.ts'

const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678', payment_minutes: 90 }

/** People on a waiting list whose addresses are verified, with the text of each one's mail number `count`. */
async function startMailedWaitingList(stage: Parameters<typeof startWaitingList>[0]) {
  const product = await startWithMail()
  const line = await startWaitingList(stage, { ...product, addUser: product.addHolder })
  return { ...line, mail: product.mail, allSent: product.allSent }
}

test('the waiting list’s mail has the place and how to leave; a promotion is mailed once', async () => {
  const { mail, line, holders, leave, allSent } = await startMailedWaitingList({ waiting: 2 })
  const [first, second] = line
  if (!first || !second) throw new Error('nobody waits')
  await allSent()

  const joined = await mail.mailTo(addressOf(second))
  await leave(holders[0])
  const sent = await mail.mailTo(addressOf(first), 2)
  await allSent()

  expect(joined.subject).toBe('On the waiting list: Bangkok JavaScript Night')
  const words = joined.text?.replaceAll(/\s+/g, ' ')
  expect(words).toContain('You are number 2 in line.')
  expect(words).toContain('we will email you what to do next. The waiting list ends when the event starts.')
  expect(words).toContain('leave the waiting list there.')
  expect(words).toMatch(/View Application: https:\S+\/\d+/)
  expect(joined.attachments).toEqual([])
  expect(sent.subject).toBe('A seat for you: Bangkok JavaScript Night')
  expect(sent.text).toContain('a seat has come free, and it is yours')
  expect((await codeIn(sent)).status).toBe('Active')
  const told = mail.mails.filter(({ to }) => [addressOf(first), addressOf(second)].includes(to?.[0]?.address ?? ''))
  expect(told).toHaveLength(3)
})

test('an unpaid application is mailed the amount and deadline, and the ticket once paid', async () => {
  const { mail, holders, line, decide } = await startMailedWaitingList({ waiting: 1, event: priced })
  const [holder] = holders
  if (!holder) throw new Error('nobody holds a seat')

  const asked = await mail.mailTo(addressOf(holder))
  expect(asked.subject).toBe('Please pay: Bangkok JavaScript Night')
  expect(asked.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Pay 250 baht via PromptPay by Saturday, November 21, 2026 at 11:30 AM (Bangkok time).',
  )
  expect(asked.text).toMatch(/Pay Now:\s+https:\S+\/pay\/\d+/)
  expect(asked.attachments).toEqual([])

  await decide('paid', holders)
  const paid = await mail.mailTo(addressOf(holder), 2)
  expect(paid.subject).toBe('Paid: your ticket for Bangkok JavaScript Night')
  expect((await codeIn(paid)).status).toBe('Active')
  expect(paid.text).toMatch(/Receipt: http\S+\/receipt\/\d+/)
  expect(line).toHaveLength(1)
})

test.each([
  ['the event’s address', 'club@example.com', 'club@example.com'],
  ['the organizer’s address if the event has none', '', 'team@example.com'],
])('answers to mails about an application or ticket go to %s', async (_, contact_email, expected) => {
  const { mail, addHolder, addEvent, as, allSent } = await startWithMail()
  const event = await addEvent({ ...priced, contact_email, max_party: 2 })
  const holder = await addHolder()
  const { id } = (
    await as(holder).post(`/api/tickets/event/${event.id}/register`, { guests: [{ name: 'Nok' }] })
  ).json()
  await mail.mailTo(addressOf(holder))
  await as(event.owner).post(`/api/events/${event.id}/applications/paid`, { applications: [id] })
  await mail.mailTo(addressOf(holder), 2)
  const tickets: Ticket[] = (await as(holder).get(`/api/tickets/user/${holder.id}`)).json()
  const guest = tickets.find(({ party_of }) => party_of === id)

  await as(holder).post(`/api/tickets/${guest?.id}/send`, { email: 'nok@example.com' })
  await mail.mailTo('nok@example.com')
  await as(holder).delete(`/api/tickets/${id}/cancel`)
  await mail.mailTo(addressOf(holder), 3)
  await allSent()

  expect(mail.mails.map(({ subject, replyTo }) => [subject, replyTo?.[0]?.address])).toEqual(
    [
      'Please pay: Bangkok JavaScript Night',
      'Paid: your tickets for Bangkok JavaScript Night',
      'A ticket for you: Bangkok JavaScript Night',
      'Your ticket for Bangkok JavaScript Night is cancelled',
    ].map((subject) => [subject, expected]),
  )
})

test('an application for approval is mailed its next step and the decision with its message', async () => {
  const deciding = { max_attendee: 1, needs_approval: true }
  const { mail, line, decide, allSent } = await startMailedWaitingList({ seats: null, event: deciding })
  const [first, second] = line
  if (!first || !second) throw new Error('nobody applied')
  await allSent()

  const asked = await mail.mailTo(addressOf(first))
  await decide('approve', [first], { word: 'Bring a <b>laptop</b>.' })
  await decide('refuse', [second], { word: 'We are full.' })

  expect(asked.subject).toBe('You have applied: Bangkok JavaScript Night')
  expect(asked.text?.replaceAll(/\s+/g, ' ')).toContain(
    'You do not have a seat until then, and there is nothing you need to do: we will email you the decision. An application without a decision ends with the event.',
  )
  const approved = await mail.mailTo(addressOf(first), 2)
  expect(approved.subject).toBe('Approved: your ticket for Bangkok JavaScript Night')
  expect(approved.text).toContain('The organizer writes: Bring a <b>laptop</b>.')
  expect(approved.html).not.toContain('<b>')
  const refused = await mail.mailTo(addressOf(second), 2)
  expect(refused.subject).toBe('Not approved: Bangkok JavaScript Night')
  expect(refused.text).toContain('The organizer writes: We are full.')
})

test('an approval for a paid seat leads to the payment page', async () => {
  const deciding = { ...priced, max_attendee: 1, needs_approval: true }
  const { mail, line, decide, allSent } = await startMailedWaitingList({ seats: null, waiting: 1, event: deciding })
  const [person] = line
  if (!person) throw new Error('nobody applied')
  await allSent()

  await decide('approve', line)

  const { subject, text } = await mail.mailTo(addressOf(person), 2)
  expect(subject).toBe('Approved: Bangkok JavaScript Night')
  expect(text).toMatch(/Pay 250 baht via PromptPay by/)
  expect(text).toMatch(/Pay Now:\s+https:\S+\/pay\/\d+/)
})

test('a refusal after payment was requested says what to do about money already sent', async () => {
  const { mail, holders, decide, allSent } = await startMailedWaitingList({ waiting: 0, event: priced })
  const [holder] = holders
  if (!holder) throw new Error('nobody holds a seat')
  await mail.mailTo(addressOf(holder))
  await allSent()

  await decide('refuse', holders)

  const { text } = await mail.mailTo(addressOf(holder), 2)
  expect(text?.replaceAll(/\s+/g, ' ')).toContain(
    'If you have sent money for it, write to the organizer to get it back',
  )
})

test.each([
  ['an unpaid seat that is collected', priced, {}, 90 * 60_000, 'Not paid in time: Bangkok JavaScript Night'],
  ['a closed waiting list', {}, { waiting_list: false }, 0, 'The waiting list is closed: Bangkok JavaScript Night'],
  [
    'a waiting list that the organizer decides',
    {},
    { needs_approval: true },
    0,
    'The organizer decides: Bangkok JavaScript Night',
  ],
  [
    'another PromptPay number',
    priced,
    { promptpay_id: '0898765432' },
    0,
    'New PromptPay number: Bangkok JavaScript Night',
  ],
  [
    'an earlier end of the time to pay',
    { ...priced, payment_minutes: 600 },
    soon,
    0,
    'Pay earlier: Bangkok JavaScript Night',
  ],
])('%s is mailed', async (_, event, change, milliseconds, subject) => {
  const { mail, edit, pass, holders, line, allSent } = await startMailedWaitingList({ waiting: 1, event })
  await allSent()

  if (Object.keys(change).length > 0) await edit(change)
  pass(milliseconds)

  const told = 'promptpay_id' in event ? holders[0] : line[0]
  if (!told) throw new Error('nobody is told')
  expect((await mail.mailTo(addressOf(told), 2)).subject).toBe(subject)
})

test('a party is mailed about all of its seats', async () => {
  const { mail, addHolder, addEvent, as } = await startWithMail()
  const event = await addEvent({ ...priced, max_party: 4 })
  const holder = await addHolder()
  const guests = [{ name: 'Nok' }, { name: 'Lek' }]
  const { id } = (await as(holder).post(`/api/tickets/event/${event.id}/register`, { guests })).json()

  const asked = await mail.mailTo(addressOf(holder))
  expect(asked.text).toContain('3 seats at Bangkok JavaScript Night are held for you.')
  expect(asked.text?.replaceAll(/\s+/g, ' ')).toContain('After that the seats go to someone else.')

  await as(event.owner).post(`/api/events/${event.id}/applications/paid`, { applications: [id] })
  const paid = await mail.mailTo(addressOf(holder), 2)
  expect(paid.subject).toBe('Paid: your tickets for Bangkok JavaScript Night')
  expect(paid.text).toContain('you have 3 tickets for Bangkok JavaScript Night.')
})

test('a party that waits while single seats are free reads that there are too few, not that the event is full', async () => {
  const { mail, addHolder, addEvent, as } = await startWithMail()
  const event = await addEvent({ max_party: 4, max_attendee: 3 })
  const [first, holder] = [await addHolder(), await addHolder()]
  await as(first).post(`/api/tickets/event/${event.id}/register`, {})
  const guests = [{ name: 'Nok' }, { name: 'Lek' }]
  await as(holder).post(`/api/tickets/event/${event.id}/register`, { guests, wait: true })

  const { text } = await mail.mailTo(addressOf(holder))

  expect(text?.replaceAll(/\s+/g, ' ')).toContain(
    'there are not enough free seats for all 3 of you at Bangkok JavaScript Night, and you are on the waiting list. You are the first in line.',
  )
})
