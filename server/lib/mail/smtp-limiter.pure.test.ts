import { expect, test } from 'vitest'
import { openLimiter } from './smtp.ts'

/** A mail server whose responses the test controls. */
function startPaced(most: number) {
  const limited = openLimiter(most, (error) => error === 'away')
  const open: { resolve(): void; reject(why: unknown): void }[] = []

  async function answer(how: (mail: (typeof open)[number]) => void, count = 1) {
    for (const mail of open.splice(0, count)) how(mail)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    open,
    send: (signal = new AbortController().signal) =>
      limited(() => new Promise<void>((resolve, reject) => open.push({ resolve, reject })), signal).catch(
        (error) => error,
      ),
    sent: async (count: number) => {
      for (let i = 0; i < count; i++) await answer((mail) => mail.resolve())
    },
    refused: (why: unknown, count?: number) => answer((mail) => mail.reject(why), count),
  }
}

test('two mails are sent at once, and one more for every 25 sent, up to the maximum', async () => {
  const { send, sent, open } = startPaced(4)
  for (let i = 0; i < 200; i++) send()
  expect(open).toHaveLength(2)

  await sent(24)
  expect(open).toHaveLength(2)
  await sent(1)
  expect(open).toHaveLength(3)
  await sent(25)
  expect(open).toHaveLength(4)
  await sent(75)
  expect(open).toHaveLength(4)
})

test('an outage halves the number of parallel mails, once per batch of failures', async () => {
  const { send, sent, refused, open } = startPaced(8)
  for (let i = 0; i < 400; i++) send()
  await sent(150)
  expect(open).toHaveLength(8)

  await refused('away', 8)
  expect(open).toHaveLength(4)
  await refused('away', 4)
  await refused('away', 2)
  expect(open).toHaveLength(1)
  await refused('away')
  expect(open).toHaveLength(1)
  await sent(25)
  expect(open).toHaveLength(2)
})

test('a refused mail does not slow others down', async () => {
  const { send, refused, open } = startPaced(8)
  for (let i = 0; i < 20; i++) send()

  await refused('no such mailbox')

  expect(open).toHaveLength(2)
})

test('a cancelled waiting mail is not sent', async () => {
  const { send, sent, open } = startPaced(1)
  const leaving = new AbortController()
  send()
  const left = send(leaving.signal)

  leaving.abort('too late')
  await sent(1)

  expect(await left).toBe('too late')
  expect(open).toHaveLength(0)
})
