import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/lib/postgres/database.ts'
import { migrationsFolder } from '#server/lib/postgres/migrate.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { admin, newFolder, startServing } from '#server/testing/admin.ts'
import { issuerId, passType, startGoogleWallet, walletEnv } from '#server/testing/applications/wallets.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { startLineServer } from '#server/testing/sign-in/line.ts'
import { checkExtensions } from './database.ts'
import { checkBackups, inWords } from './disk.ts'
import { checkAppleWallet, checkCertificate, checkGoogleWallet, checkLine } from './outside.ts'

test('the doctor reports a healthy installation line by line and changes nothing', async () => {
  const { env } = await startServing()
  const { url } = await startMailServer()

  const { code, text } = await admin({ ...env, SMTP_URL: url, PUBLIC_URL: 'https://127.0.0.1:9' }, 'doctor')
  const fixed = await admin(env, 'doctor')

  expect(fixed.text).toMatch(/^ok {4}settings +All settings are valid and consistent\.$/m)
  expect(fixed.text).toMatch(/^ok {4}database +PostgreSQL 1\d\.\d+ responds\.$/m)
  expect(fixed.text).toMatch(/^ok {4}database +It has cube, pg_trgm and ICU\.$/m)
  expect(fixed.text).toMatch(/^ok {4}database +Its tables match this version\.$/m)
  expect(fixed.text).toMatch(/^ok {4}database +\d+ of \d+ connections are in use; one process takes up to 17\.$/m)
  expect(fixed.text).toMatch(/^ok {4}clock /m)
  expect(fixed.text).toMatch(/^ok {4}disk +\S+ is writable, with [\d.]+ [GM]B free\.$/m)
  expect(fixed.text).toMatch(/^ok {4}pictures +The picture folder stores, returns and deletes files\.$/m)
  expect(fixed.text).toMatch(/^ok {4}mail +Mails are files in /m)
  expect(fixed).toMatchObject({ code: 0, text: expect.stringMatching(/Nothing needs to be fixed\.$/) })
  expect(text).toMatch(/^ok {4}mail +The mail server 127\.0\.0\.1:\d+ responds and accepts mail\.$/m)
  expect(text).toMatch(/^FIX {3}settings +Mails are sent by SMTP_URL, but their links lead to this machine\./m)
  expect(text).toMatch(/^FIX {3}certificate +https:\/\/127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED/m)
  expect([code, text.split('\n').at(-1)]).toEqual([1, 'To fix: 2.'])
})

test('the doctor asks LINE whether the channels work, and shows no secret', async () => {
  const line = await startLineServer()
  onTestFinished(line.stop)
  const { LINE_CHANNEL_ACCESS_TOKEN: token, ...signIn } = line.env
  const site = 'https://ruam.example'
  const findings = async (env: object) =>
    (await checkLine(readSettings({ PUBLIC_URL: site, ...env }))).map(({ isFine, says }) => `${isFine} ${says}`)

  expect(await findings({})).toEqual([
    'true People cannot sign in with LINE, because LINE_CHANNEL_ID and LINE_CHANNEL_SECRET are not set.',
  ])
  expect(await findings(signIn)).toEqual([
    `true People can sign in with LINE. Its console must list the callback URL ${site}/sign-in/line.`,
    'true Nothing is sent by LINE. To send tickets and reminders there, set LINE_CHANNEL_ACCESS_TOKEN.',
  ])
  expect((await findings({ ...signIn, LINE_CHANNEL_ACCESS_TOKEN: token }))[1]).toBe(
    'true Messages can be sent by LINE, as https://line.me/R/ti/p/%40ruam.',
  )
  expect((await findings({ ...signIn, LINE_CHANNEL_ACCESS_TOKEN: 'another' }))[1]).toBe(
    'false Messages cannot be sent by LINE: LINE answered 401. Check LINE_CHANNEL_ACCESS_TOKEN.',
  )
  line.state.isAway = true
  expect((await findings(line.env)).map((line) => line.split('. ')[1])).toEqual([
    'Check LINE_ISSUER and the network.',
    'Check LINE_CHANNEL_ACCESS_TOKEN.',
  ])
})

test('with a mail server it names the sample accounts that cannot log in', async () => {
  const { env, db, addUser } = await startServing()
  const { url } = await startMailServer()
  await addUser({ username: 'organizer', email: 'organizer@example.com' })
  await addUser({ username: 'attendee', email: 'attendee@example.com' })
  const line = async (given: object) => {
    const { text } = await admin({ ...env, ...given }, 'doctor')
    return text.split('\n').find((line) => line.includes('sample accounts'))
  }

  expect(await line({ SMTP_URL: url })).toMatch(/^FIX {3}accounts .*cannot log in \(organizer and attendee\): /)
  expect(await line({})).toBeUndefined()
  await db.run(sql`UPDATE users SET email_verified_at = now() WHERE username = 'organizer'`)
  expect(await line({ SMTP_URL: url })).toContain('(attendee)')
  await db.run(sql`UPDATE users SET email = 'anan@ruam.example' WHERE username = 'attendee'`)
  expect(await line({ SMTP_URL: url })).toBeUndefined()
})

test('each invalid setting is reported', async () => {
  const report = await admin({ PORT: 'http', SAMPLE_DATA: 'perhaps' }, 'doctor')

  expect(report.code).toBe(1)
  expect(report.text.split('\n')).toEqual([
    'FIX   settings     PORT must be a whole number from 0 to 65535.',
    'FIX   settings     SAMPLE_DATA must be true or false.',
    '',
    'The rest is checked once the settings are valid.',
  ])
})

test.each([
  [{ PUBLIC_URL: 'http://0.0.0.0:9' }, 'PUBLIC_URL starts with http://'],
  [{ PUBLIC_URL: 'https://0.0.0.0:9' }, '.*TRUST_PROXY is not set'],
  [{ PUBLIC_URL: 'https://0.0.0.0:9' }, 'SMTP_URL is not set'],
  [{ PUBLIC_URL: 'https://0.0.0.0:9', OPERATOR_NAME: 'Malee' }, 'OPERATOR_NAME or CONTACT_EMAIL is not set'],
  [{ PUBLIC_URL: 'https://0.0.0.0:9', RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE is 0'],
  [{ SLIP_VERIFIER_TOKEN: 'a token' }, 'SLIP_VERIFIER_TOKEN has no effect'],
])('contradictory settings are reported: %j', async (env, sentence) => {
  const nowhere = { DATA_DIR: join(newFolder(), 'nowhere') }

  const { code, text } = await admin({ ...nowhere, ...env }, 'doctor')

  expect(code).toBe(1)
  expect(text).toMatch(new RegExp(`^FIX {3}settings +${sentence}`, 'm'))
  expect(text).toMatch(
    /^FIX {3}database +There is no database in .* yet\. Start the server once to create it, or set DATA_DIR as for the server\.$/m,
  )
  expect(existsSync(nowhere.DATA_DIR)).toBe(false)
  expect(text).toMatch(/^FIX {3}disk +\S+nowhere cannot be used: .*ENOENT/m)
})

test('unreachable services are reported with a remedy, and without secrets', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys', 'token-secret'), 'secret')
  chmodSync(join(folder, 'keys', 'token-secret'), 0o644)
  const secrets = { S3_ACCESS_KEY_ID: 'HUSH-ID', S3_SECRET_ACCESS_KEY: 'HUSH-KEY', TOKEN_SECRET: 'HUSH'.repeat(8) }

  const { code, text } = await admin(
    {
      ...secrets,
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://ruam:HUSH-PASSWORD@127.0.0.1:9/ruam',
      SMTP_URL: 'smtp://ruam:HUSH%2DMAIL@127.0.0.1:9',
      // A bare percent sign, which the libraries accept.
      DATABASE_REPLICA_URL: 'postgres://ruam:HUSH-100%@127.0.0.1:9/ruam',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'ruam',
    },
    'doctor',
  )

  expect(code).toBe(1)
  expect(text).toMatch(/^FIX {3}database +127\.0\.0\.1:9\/ruam does not respond: .*ECONNREFUSED/m)
  expect(text).toMatch(/^FIX {3}mail +The mail server 127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED.*SMTP_URL\.$/m)
  expect(text).toMatch(/^FIX {3}pictures +The bucket ruam at http:\/\/127\.0\.0\.1:9 cannot be used: /m)
  expect(text).toMatch(/^FIX {3}disk +Other users of this machine can read \S+token-secret\. Run chmod 600 on each\.$/m)
  expect(text).not.toContain('HUSH')
})

test('a late replica and URLs of different databases are reported', async () => {
  const [{ env }, other] = [await startServing(), await startServing()]
  const [url, otherUrl] = [env.DATABASE_URL, other.env.DATABASE_URL]

  const [late, notReplicating, fine, away] = await Promise.all([
    admin({ ...env, DATABASE_DIRECT_URL: otherUrl }, 'doctor'),
    admin({ ...env, DATABASE_REPLICA_URL: otherUrl }, 'doctor'),
    admin({ ...env, DATABASE_REPLICA_URL: url, DATABASE_DIRECT_URL: url }, 'doctor'),
    admin({ ...env, DATABASE_REPLICA_URL: 'postgres://ruam:HUSH@127.0.0.1:9/ruam' }, 'doctor'),
  ])

  const elsewhere = 'It must lead to the same database as DATABASE_URL, without a pooler\\.'
  expect(late.text).toMatch(new RegExp(`^FIX {3}pooler .*do not arrive at DATABASE_DIRECT_URL\\. ${elsewhere}$`, 'm'))
  expect(notReplicating.text).toMatch(
    /^FIX {3}replica +\S+ does not replicate the database, so lists are read from the primary\./m,
  )
  expect(fine.text).toMatch(
    /^FIX {3}pooler +Through DATABASE_URL statement_timeout is 0, jit is off\. Set both in the pooler/m,
  )
  expect(fine.text).toMatch(/^ok {4}replica +\S+ responds, and is at most 0\.\d seconds behind\.$/m)
  expect(away.text).toMatch(/^FIX {3}replica +127\.0\.0\.1:9\/ruam cannot be reached: .*ECONNREFUSED/m)
  expect(away.text).not.toMatch(/HUSH|pooler/)
})

test('a wrong clock and a newer database are reported', async () => {
  const { env, db } = await startServing()
  await db.pool.query("INSERT INTO migration_checksums VALUES ('999-future', '')")
  onTestFinished(async () => void (await db.pool.query("DELETE FROM migration_checksums WHERE name = '999-future'")))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())

  const { text } = await admin(env, 'doctor')

  expect(text).toMatch(/^FIX {3}clock .* are (59|60)(\.\d)? seconds apart\. Set both by NTP/m)
  expect(text).toMatch(/^FIX {3}database +The database is newer than this program/m)
})

test.each([
  [0, true, /is reachable, and its certificate is valid for \d+ days\.$/],
  [0, false, /^Browsers do not trust the certificate of .*SELF_SIGNED.*\. Get one for this name\.$/],
  [-5, true, /expires in 5 days\. Renew it\.$/],
  [1, true, /^The certificate of .* has expired\. Renew it\.$/],
])(
  'the certificate of PUBLIC_URL is checked, %i days after its end, trusted: %s',
  async (days, isTrusted, sentence) => {
    const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const settings = readSettings({ PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}` })
    const now = days === 0 ? new Date() : new Date(Date.parse('2120-01-01') + days * 24 * 3_600_000)

    const [finding] = await checkCertificate(settings, now, isTrusted ? certificate : undefined)

    expect(finding?.says).toMatch(sentence)
  },
)

test.each([
  [1, true, /^The newest backup in \S+ is 24 hours old\./],
  [3, false, /^The newest backup in \S+ is 72 hours old\. Look for "back_up" in the log/],
])('a backup that is %i days old is fine: %s', async (days, isFine, sentence) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'daily-2026-11-21T190000.zip'), '')

  const finding = await checkBackups(readSettings({ BACKUP_DIR: folder }), new Date(Date.now() + days * 24 * 3_600_000))

  expect(finding).toMatchObject({ isFine, says: expect.stringMatching(sentence) })
})

test.each([
  [1, true, /^There is no backup in \S+ yet\. The server makes one every night\.$/],
  [3, false, /^There has been no backup in \S+ for 72 hours\. Look for "back_up" in the log/],
])('after %i days without a backup it is fine: %s', async (days, isFine, sentence) => {
  const settings = readSettings({ DATA_DIR: newFolder() })

  const finding = await checkBackups(settings, new Date(Date.now() + days * 24 * 3_600_000))

  expect(finding).toMatchObject({ isFine, says: expect.stringMatching(sentence) })
})

test('a BACKUP_DIR that cannot be written is reported, even one that does not exist yet', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')

  for (const folder of [file, join(file, 'backups', 'ruam')]) {
    const { isFine, says } = await checkBackups(readSettings({ BACKUP_DIR: folder }), new Date())

    expect([isFine, says]).toEqual([
      false,
      expect.stringMatching(/cannot be written: .*ENOTDIR.* correct BACKUP_DIR\.$/),
    ])
  }
})

test('the database must have every extension that the migrations create, and ICU', () => {
  const created = readdirSync(migrationsFolder()).flatMap((name) => {
    const text = readFileSync(join(migrationsFolder(), name), 'utf8')
    return [...text.matchAll(/CREATE EXTENSION IF NOT EXISTS (\w+)/g)].map(([, extension]) => extension)
  })

  expect(checkExtensions([]).says).toBe(`It has ${created.sort().join(', ')} and ICU.`)
  expect(checkExtensions(['cube', 'ICU'])).toMatchObject({
    isFine: false,
    says: expect.stringMatching(/^It lacks cube, ICU\./),
  })
})

test('free space below 1 GB is shown in MB', () => {
  expect([29.9 * 1024 ** 2, 1024 ** 3 - 1, 1.96 * 1024 ** 3].map(inWords)).toEqual(['29 MB', '1023 MB', '1.9 GB'])
})

/** Made for this test alone, valid for localhost until 2120; opens nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgphxdsMh79lA6y+/s
68ShYpjNik2PGc+z/NW4jOsTF5GhRANCAASM7A1gx38+0Ap7yeaf2dzdiT65HFzi
aIjUovzuyjR9YxsckH0A0qzkivET4M98IVWfz0gI0Ar5RH9WbCjam6o6
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBLzCB16ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjOwNYMd/PtAKe8nm
n9nc3Yk+uRxc4miI1KL87so0fWMbHJB9ANKs5IrxE+DPfCFVn89ICNAK+UR/Vmwo
2puqOqMYMBYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0cAMEQC
IEH5yNN6p8XdydneaU/vgBI8UhDDA7uT9Gl3eNeIBLa/AiA7LTupscBa3VFsn7bX
C+iY9IT+cZQ30t/YbH4FNZZZZQ==
-----END CERTIFICATE-----`

test('for wallets it says what is missing, until when certificates work, and whether Google accepts the key', async () => {
  const google = await startGoogleWallet()
  onTestFinished(google.stop)
  const now = new Date('2026-11-21T03:00:00Z')
  const apple = (given: object) => {
    const env = { ...walletEnv(newFolder()), PUBLIC_URL: 'https://ruam.example', ...given }
    return checkAppleWallet(readSettings(env), now)
  }
  const env = { ...walletEnv(newFolder(), { tokenUrl: `${google.url}/token` }), GOOGLE_WALLET_URL: google.url }

  expect(checkAppleWallet(readSettings({}), now)).toMatchObject({
    isFine: true,
    says: expect.stringContaining('not set'),
  })
  expect(await checkGoogleWallet(readSettings({}))).toMatchObject({
    isFine: true,
    says: expect.stringContaining('GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY are not set'),
  })
  expect(apple({})).toMatchObject({ isFine: true, says: expect.stringContaining(`the certificate for ${passType}`) })
  expect(apple({ PUBLIC_URL: 'http://ruam.example' }).says).toContain('PUBLIC_URL does not start with https://')
  expect(apple({ APPLE_PASS_KEY: '/nowhere' })).toMatchObject({
    isFine: false,
    says: 'APPLE_PASS_KEY must be a readable file in PEM format.',
  })
  expect(apple(walletEnv(newFolder(), { until: new Date('2026-11-20') })).says).toContain('has expired')
  expect(apple(walletEnv(newFolder(), { until: new Date('2026-12-01') })).says).toContain('expires in 9 days')
  expect(await checkGoogleWallet(readSettings(env))).toMatchObject({
    isFine: true,
    says: expect.stringContaining(issuerId),
  })
  google.state.refuse = true
  expect((await checkGoogleWallet(readSettings(env))).says).toContain('Google refused the key of the service account')
})

test('settings of one wallet that are incomplete are named', async () => {
  const { text } = await admin({ GOOGLE_WALLET_ISSUER_ID: '12' }, 'doctor')

  expect(text).toContain('belong together: set all or none. Missing: GOOGLE_WALLET_KEY.')
})
