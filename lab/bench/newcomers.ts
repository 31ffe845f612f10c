/**
 * Measures a rush of people without an account: `npm run bench:newcomers`. In one minute 5,000 people ask for a code, read it in
 * their mail, sign in with it and apply for the same event, each from an address of their own, with all limits on. Before that as
 * many people with an account apply at the same pace, for comparison.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { requestCode, signInByEmail } from '#contract/accounts/passwordless.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { addCrowd } from '#server/testing/crowd.ts'
import { openPostgres, quantile } from '../programs.ts'
import { startMeasured } from './measured.ts'

const people = Number(process.env.PEOPLE ?? 5_000)
const seconds = 60
/** The longest that a mail may be under way, in milliseconds. */
const longest = 10_000

const mails = new Map<string, (code: string) => void>()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      const [, code = ''] = /Your code is (\d{6})\./.exec(Buffer.concat(pieces).toString()) ?? []
      for (const { address } of envelope.rcptTo) mails.get(address)?.(code)
      done()
    })
  },
})
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')

const postgres = await openPostgres()
try {
  const crowd = await addCrowd(postgres.url, people)
  // They get their tickets by mail too.
  const db = openDatabase(postgres.url, 1)
  await db.run(sql`UPDATE users SET email_verified_at = now()`)
  await db.close()
  const [known = 0, unknown = 0] = await crowd.addEvents(2, null)
  const program = await startMeasured({
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: crowd.tokenSecret,
    DATA_DIR: postgres.dataDir,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    RATE_LIMIT_SCALE: '1',
    TRUST_PROXY: '1',
  })
  try {
    const call = callerOf(`http://127.0.0.1:${program.port}`)
    const apply = (n: number, token: string, event: number) =>
      call(n, `/api/tickets/event/${event}/register`, undefined, token)

    await pace((n) => apply(n, crowd.tokens[n] ?? '', known), 'for warming up', 500)
    const before: number[] = []
    await pace(
      async (n) => before.push((await apply(n + 500, crowd.tokens[n + 500] ?? '', known)).ms),
      'with an account',
      people - 500,
    )
    print('applying, with an account', before)

    const times = { asking: [] as number[], mail: [] as number[], signing: [] as number[], applying: [] as number[] }
    const held = await program.held()
    await pace(
      async (n) => {
        const email = `newcomer${n}@mail.example`
        const browser = Buffer.alloc(32, `browser ${n} `).toString('base64url')
        const arrived = new Promise<string>((resolve) => mails.set(email, resolve))
        const asked = performance.now()
        times.asking.push((await call(n, requestCode.url, { email, browser })).ms)
        const code = await arrived
        times.mail.push(performance.now() - asked)
        const { ms, body } = await call(n, signInByEmail.url, { browser, code, name: `New Comer ${n}` })
        times.signing.push(ms)
        times.applying.push((await apply(n, String(body.access_token), unknown)).ms)
      },
      'without an account',
      people,
    )
    const after = await program.held()
    print('asking for a code', times.asking)
    print('until the mail is there', times.mail)
    print('signing in by code', times.signing)
    print('applying, without an account before', times.applying)
    const { tickets } = await crowd.countTickets([unknown])
    console.info(
      `  ${tickets} tickets, ${(((after.cpu - held.cpu) / people) * 1_000).toFixed(1)} ms of processor time a person`,
    )
    if (tickets !== people || Math.max(...times.mail) > longest) {
      console.error('  WRONG')
      process.exitCode = 1
    }
  } finally {
    await program.stop()
  }
  await crowd.close()
} finally {
  await postgres.close()
  smtp.close()
}

/** Starts `work` for each of `count` people, evenly over the minute. */
async function pace(work: (n: number) => Promise<unknown>, who: string, count: number) {
  const start = performance.now()
  const all: Promise<unknown>[] = []
  for (let n = 0; n < count; n += 1) {
    const due = start + (n * seconds * 1_000) / people
    if (due > performance.now()) await sleep(due - performance.now())
    all.push(work(n))
  }
  await Promise.all(all)
  console.info(`\n${count} people ${who}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}

/** Each person calls from an address of their own. Throws for any refusal. */
function callerOf(site: string) {
  return async (n: number, path: string, body?: object, token?: string) => {
    const started = performance.now()
    const response = await fetch(site + path, {
      method: 'POST',
      headers: {
        'x-forwarded-for': `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return { ms: performance.now() - started, body: JSON.parse(text) as Record<string, unknown> }
  }
}

function print(what: string, times: number[]) {
  const at = (share: number) => quantile(times, share)
  console.info(`  ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
}
