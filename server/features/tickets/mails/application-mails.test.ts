import { expect, test } from 'vitest'
import { soon, startLine } from '#server/testing/applications/line.ts'
import { startWithMail } from '#server/testing/mail-server.ts'
import { addressOf, codeIn } from '#server/testing/ticket-mails.ts'

const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678', payment_minutes: 90 }

/** A line of people whose addresses are verified, with what each was mailed: the words of mail number `count`. */
async function startMailedLine(stage: Parameters<typeof startLine>[0]) {
  const product = await startWithMail()
  const line = await startLine(stage, { ...product, addUser: product.addHolder })
  return { ...line, mail: product.mail, allSent: product.allSent }
}

test('whoever is promoted is mailed the ticket once, and nobody who only waits is mailed', async () => {
  const { mail, line, holders, leave, allSent } = await startMailedLine({ waiting: 2 })
  const [first, second] = line
  if (!first || !second) throw new Error('nobody waits')

  await leave(holders[0])
  const sent = await mail.mailTo(addressOf(first))
  await allSent()

  expect(sent.subject).toBe('A seat for you: Bangkok JavaScript Night')
  expect(sent.text).toContain('a seat has come free, and it is yours')
  expect((await codeIn(sent)).status).toBe('Active')
  const told = mail.mails.filter(({ to }) => [addressOf(first), addressOf(second)].includes(to?.[0]?.address ?? ''))
  expect(told).toHaveLength(1)
})

test('who has to pay is mailed how much and until when, in the time of the event, and the ticket once it is paid', async () => {
  const { mail, holders, line, decide } = await startMailedLine({ waiting: 1, event: priced })
  const [holder] = holders
  if (!holder) throw new Error('nobody holds a seat')

  const asked = await mail.mailTo(addressOf(holder))
  expect(asked.subject).toBe('Please pay: Bangkok JavaScript Night')
  expect(asked.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Pay 250 baht by PromptPay until Saturday, November 21, 2026 at 11:30 AM (Bangkok time).',
  )
  expect(asked.attachments).toEqual([])

  await decide('paid', holders)
  const paid = await mail.mailTo(addressOf(holder), 2)
  expect(paid.subject).toBe('Paid: your ticket for Bangkok JavaScript Night')
  expect((await codeIn(paid)).status).toBe('Active')
  expect(paid.text).toMatch(/Receipt: http\S+\/receipt\/\d+/)
  expect(line).toHaveLength(1)
})

test('a decision is mailed with the organizer’s words, as text', async () => {
  const deciding = { max_attendee: 1, needs_approval: true }
  const { mail, line, decide } = await startMailedLine({ seats: null, event: deciding })
  const [first, second] = line
  if (!first || !second) throw new Error('nobody applied')

  await decide('approve', [first], { word: 'Bring a <b>laptop</b>.' })
  await decide('refuse', [second], { word: 'We are full.' })

  const approved = await mail.mailTo(addressOf(first))
  expect(approved.subject).toBe('Approved: your ticket for Bangkok JavaScript Night')
  expect(approved.text).toContain('The organizer writes: Bring a <b>laptop</b>.')
  expect(approved.html).not.toContain('<b>')
  const refused = await mail.mailTo(addressOf(second))
  expect(refused.subject).toBe('Not approved: Bangkok JavaScript Night')
  expect(refused.text).toContain('The organizer writes: We are full.')
})

test('who is refused after the price was asked for reads what to do about money that was sent', async () => {
  const { mail, holders, decide, allSent } = await startMailedLine({ waiting: 0, event: priced })
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
  ['a line that is closed', {}, { waiting_list: false }, 0, 'The waiting list is closed: Bangkok JavaScript Night'],
  ['a line before the organizer', {}, { needs_approval: true }, 0, 'The organizer decides: Bangkok JavaScript Night'],
  [
    'another PromptPay number',
    priced,
    { promptpay_id: '0898765432' },
    0,
    'Another PromptPay number: Bangkok JavaScript Night',
  ],
  [
    'an earlier end of the time to pay',
    { ...priced, payment_minutes: 600 },
    soon,
    0,
    'Pay earlier: Bangkok JavaScript Night',
  ],
])('%s is told by mail', async (_, event, change, milliseconds, subject) => {
  const { mail, edit, pass, holders, line, allSent } = await startMailedLine({ waiting: 1, event })
  await allSent()

  if (Object.keys(change).length > 0) await edit(change)
  pass(milliseconds)

  const told = 'promptpay_id' in event ? holders[0] : line[0]
  if (!told) throw new Error('nobody is told')
  const before = mail.mails.filter(({ to }) => to?.[0]?.address === addressOf(told)).length
  expect((await mail.mailTo(addressOf(told), Math.max(before, 'promptpay_id' in event ? 2 : 1))).subject).toBe(subject)
})
