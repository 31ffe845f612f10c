import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { newTicketNumber } from '#server/features/tickets/admission/admission.service.ts'
import { type Database, openDatabase, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { admin, emptyDatabase, newFolder, startServing } from '#server/testing/admin.ts'
import { password } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { storedPicture } from '#server/testing/pictures.ts'
import { BackupFile } from './backup-file.ts'

test('the operator verifies an organizer by name or id, and every event shows it', async () => {
  const { env, visitor, addOrganizer, addEvent } = await startServing()
  const [one, two] = [await addOrganizer(), await addOrganizer()]
  const event = await addEvent({}, two)
  const isVerified = async () => {
    const seen = (await visitor.get(`/api/events/${event.id}`)).json()
    return [seen.is_verified, seen.organizer.is_verified]
  }

  const verified = await admin(env, 'verify-organizer', `organizer ${two.id}`)
  expect(verified).toEqual({ code: 0, text: `Organizer ${two.id} (2) is verified.` })
  expect(await isVerified()).toEqual([true, true])

  const list = (await admin(env, 'list-organizers')).text.split('\n')
  expect(list).toHaveLength(3)
  expect(list[1]).toMatch(new RegExp(`^1 +no +0 +COMPANY +${one.username} +team@example.com +Organizer ${one.id}$`))
  expect(list[2]).toMatch(new RegExp(`^2 +yes +1 +COMPANY +${two.username} `))

  expect((await admin(env, 'unverify-organizer', '2')).code).toBe(0)
  expect(await isVerified()).toEqual([false, false])
  const unknown = await admin(env, 'verify-organizer', 'Nobody')
  expect(unknown).toEqual({ code: 1, text: expect.stringContaining('There is no organizer "Nobody"') })
})

test('a password reset by the operator is shown once and ends every session', async () => {
  const { env, as, visitor, db, addUser } = await startServing()
  const person = await addUser()

  const { text } = await admin(env, 'reset-password', person.username.toUpperCase())
  const shown = /is ([a-z2-9-]{19}) /.exec(text)?.[1] ?? ''
  const login = (secret: string) => visitor.post('/api/users/login', { username: person.username, password: secret })

  expect((await login(shown)).statusCode).toBe(200)
  expect((await login(password)).statusCode).toBe(400)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
  expect((await visitor.post('/api/token/refresh', { refresh: person.refresh })).statusCode).toBe(401)
  const { rows } = await db.pool.query('SELECT payload FROM graphile_worker._private_jobs')
  expect(rows).toMatchObject([{ payload: { to: `${person.username}@example.com` } }])
  expect(JSON.stringify(rows)).not.toContain(shown)
  expect((await admin(env, 'reset-password', 'nobody')).code).toBe(1)
})

/** Applies while a backup has read the seats, and waits for the ticket types before it reads the tickets. */
async function applyDuringBackup(db: Database, eventId: number, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE ticket_types IN ACCESS EXCLUSIVE MODE`)
    const waiting = sql`SELECT FROM pg_locks WHERE relation = 'ticket_types'::regclass AND NOT granted`
    await eventually(async () => expect(await tx.many(waiting)).toHaveLength(1))
    await tx.run(sql`UPDATE event_seats SET taken = taken + 1 WHERE event_id = ${eventId}`)
    await tx.run(sql`
      INSERT INTO tickets (event_id, user_id, ticket_number, fullname, status, register_date, changed_at, issued_at)
      VALUES (${eventId}, ${userId}, ${newTicketNumber()}, 'Anan', 'ACTIVE', now(), now(), now())`)
  })
}

test('a backup made while people apply restores all rows, pictures and numbers', async () => {
  const { env, ctx, as, db, addUser, addOrganizer, addEvent } = await startServing()
  const owner = await addOrganizer({ first_name: 'สมหญิง "\\N"', last_name: 'รัก\tไทย\nณ บ้าน' })
  const event = await addEvent({}, owner)
  const image = await storedPicture(ctx, await picture())
  await db.pool.query('UPDATE events SET event_image = $1', [image])
  const thread = await addComment(as(owner), event.id)
  await addComment(as(owner), event.id, 'a reply', thread.id)
  const people = await Promise.all(Array.from({ length: 10 }, () => addUser()))
  const folder = newFolder()

  // It reads the tables twice, first for the names of pictures.
  const applied = (async () => {
    for (const person of people.slice(0, 2)) await applyDuringBackup(db, event.id, person.id)
  })()
  const made = await admin(env, 'backup', `${folder}/`)
  await applied
  expect(made).toEqual({ code: 0, text: expect.stringMatching(/^\d+ rows and 4 picture files are in /) })
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  expect(name).toMatch(/^ruam-\d{4}-\d\d-\d\dT\d{6}\.zip$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() }
  const restored = await admin(target, 'restore', file)
  expect(restored).toEqual({
    code: 0,
    text: expect.stringMatching(/^\d+ rows and 4 picture files of .+ are restored\.$/),
  })

  // A backup of the restored product has the same rows in the same order, by checksum.
  await admin(target, 'backup', join(folder, 'again.zip'))
  const [first, second] = await Promise.all([manifestOf(file), manifestOf(join(folder, 'again.zip'))])
  expect(second.tables).toEqual(first.tables)
  expect(second.files).toEqual(first.files)
  expect(second.migrations).toEqual(first.migrations)

  const copy = openDatabase(target.DATABASE_URL, 1)
  onTestFinished(() => copy.close())
  const [seats] = await copy.many<{ taken: number; held: number }>(sql`
    SELECT sum(taken)::int AS taken, (SELECT count(*)::int FROM tickets WHERE status = 'ACTIVE') AS held FROM event_seats`)
  expect(seats?.taken).toBe(seats?.held)
  expect(seats?.taken).toBeGreaterThan(0)
  const [user] = await copy.many(sql`SELECT first_name, last_name FROM users WHERE id = ${owner.id}`)
  expect(user).toEqual({ first_name: 'สมหญิง "\\N"', last_name: 'รัก\tไทย\nณ บ้าน' })
  const { id } = await copy.one<{ id: number }>(sql`
    INSERT INTO users (username, email) VALUES ('later', 'later@example.com') RETURNING id`)
  expect(id).toBe(people.length + 2)
  for (const picture of readdirSync(join(env.DATA_DIR, 'pictures'))) {
    const [before, after] = [env, target].map(({ DATA_DIR }) => readFileSync(join(DATA_DIR, 'pictures', picture)))
    expect(after).toEqual(before)
  }
})

test('a backup reports pictures missing from the store', async () => {
  const { env, ctx, db, addEvent } = await startServing()
  await addEvent()
  await db.pool.query('UPDATE events SET event_image = $1', [await storedPicture(ctx, await picture())])
  rmSync(join(env.DATA_DIR, 'pictures'), { recursive: true })

  const made = await admin(env, 'backup', newFolder())

  expect(made).toEqual({ code: 0, text: expect.stringMatching(/Not in the picture store: \S+-96\.webp, /) })
})

test('commands on the embedded database work with and without a running server', async () => {
  const dataDir = newFolder()
  const { DATA_DIR } = readSettings({ DATA_DIR: dataDir })
  const serving = await startEmbeddedPostgres({ dataDir: DATA_DIR })
  let stopped = false
  onTestFinished(async () => {
    if (!stopped) await serving.stop()
  })
  await migrate(serving.url)
  const env = { DATA_DIR: dataDir, TOKEN_SECRET: '' }

  expect(await admin(env, 'list-organizers')).toEqual({ code: 0, text: 'There are no organizers yet.' })
  const file = join(newFolder(), 'backup.zip')
  expect((await admin(env, 'backup', file)).code).toBe(0)
  expect((await admin(env, 'restore', file)).text).toContain('already running')
  // The server still owns its database.
  const db = openDatabase(serving.url, 1)
  expect(await db.one(sql`SELECT 1 AS one`)).toEqual({ one: 1 })
  await db.close()

  await serving.stop()
  stopped = true
  expect(await admin(env, 'list-organizers')).toEqual({ code: 0, text: 'There are no organizers yet.' })
  const restored = newFolder()
  expect((await admin({ DATA_DIR: restored, TOKEN_SECRET: '' }, 'restore', file)).code).toBe(0)
  expect(await admin({ DATA_DIR: restored, TOKEN_SECRET: '' }, 'list-organizers')).toEqual({
    code: 0,
    text: 'There are no organizers yet.',
  })
}, 120_000)

test('a command without its argument says what it needs', async () => {
  expect(await admin({}, 'backup')).toEqual({
    code: 2,
    text: expect.stringContaining('backup needs a file or folder.'),
  })
  expect((await admin({}, 'constructor')).code).toBe(2)
  expect((await admin({}, 'help')).text).toContain('npm run admin -- restore FILE')
})

test('options and surplus words are not understood, and do nothing', async () => {
  const { env } = await startServing()
  const usage = expect.stringContaining('npm run admin -- restore FILE')

  expect(await admin(env, 'backup', '--help')).toEqual({ code: 0, text: usage })
  expect(await admin(env, 'backup', '--quiet')).toEqual({ code: 2, text: usage })
  expect(existsSync('--help')).toBe(false)
  expect(await admin(env, 'list-organizers', 'all')).toEqual({ code: 2, text: 'list-organizers takes nothing else.' })
  expect(await admin(env, 'doctor', 'now')).toMatchObject({ code: 2 })
  expect(await admin(env, 'verify-organizer', 'Music', 'Club')).toEqual({
    code: 2,
    text: "verify-organizer takes an organizer's name or id, in quotes if it has spaces, and nothing else.",
  })
})

test('control and direction characters in the output are shown as numbers', async () => {
  const { env } = await startServing()

  const { text } = await admin(env, 'verify-organizer', 'a\u001b[2Jb\u009bc\u202ed\u2028e')

  expect(text).toContain('There is no organizer "a\\u001b[2Jb\\u009bc\\u202ed\\u2028e". Run')
})

async function manifestOf(path: string) {
  const file = await BackupFile.open(path)
  file.close()
  return file.manifest
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#336' } })
    .png()
    .toBuffer()
}
