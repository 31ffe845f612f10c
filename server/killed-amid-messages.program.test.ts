import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { addCrowd } from './testing/crowd.ts'
import { exitCode, run, usedFolder } from './testing/program.ts'

// The whole program starts four times.
vi.setConfig({ testTimeout: 180_000 })

const people = 200

test('a server killed while a message leaves sends it to everybody, once each', async () => {
  const folder = usedFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const stage = await addCrowd(postgres.url, people)
  const db = openDatabase(postgres.url, 2)
  let known = { recipients: 0, sent: 0 }
  const [eventId = 0] = await stage.addEvents(1, null)
  await db.run(sql`
    INSERT INTO tickets (ticket_id, ticket_number, event_id, user_id, fullname, status, register_date, changed_at, issued_at)
    SELECT gen_random_uuid(), 'N' || id, ${eventId}, id, username, 'ACTIVE', now(), now(), now() FROM users WHERE username LIKE 'person%'`)
  await db.run(sql`
    INSERT INTO event_messages (event_id, client_key, audience, application_ids, subject, content, photos_url, timing,
                                fixed_time, minutes_before, created_at)
    VALUES (${eventId}, gen_random_uuid(), 'everybody', '{}', 'Doors', 'See you, {name}.', '', 'now', now(), 0, now())`)
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: stage.tokenSecret,
    SAMPLE_DATA: 'false',
    KEEP_MAILS: '100000',
  }

  // As soon as its recipients are written down, then amid the mails, and at last to the end.
  for (const isTime of [() => recipients() > 0, () => mails().length > 30, () => mails().length > 120, isDone]) {
    const program = run(env)
    expect(await program.address, 'the program listens').not.toBeNull()
    await waitFor(isTime)
    program.process.kill('SIGKILL')
    await exitCode(program)
    if (isTime !== isDone) expect(mails().length, 'it was killed before it had sent all').toBeLessThan(people)
    // What the server itself does with a dead process's jobs after three minutes.
    await db.run(sql`
      SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
      WHERE locked_by IS NOT NULL`)
  }

  const sent = mails().map((file) => readFileSync(path.join(folder, 'mail', file), 'latin1'))
  const idsOf = new Map<string, Set<string>>()
  for (const mail of sent) {
    const [to = '', id = ''] = [/^To: (.*)$/m.exec(mail)?.[1], /^Message-ID: (.*)$/m.exec(mail)?.[1]]
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(id))
  }
  expect(idsOf.size).toBe(people)
  expect([...idsOf.values()].filter((ids) => ids.size > 1)).toEqual([])
  // A mail on its way at the kill may be sent again, under the same Message-ID.
  expect(sent.length - people).toBeLessThanOrEqual(3 * 2)

  await db.close()
  await stage.close()
  await postgres.stop()

  function recipients() {
    return known.recipients
  }
  function isDone() {
    return known.sent === people
  }
  function mails(): string[] {
    try {
      return readdirSync(path.join(folder, 'mail')).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  }
  async function waitFor(isTime: () => boolean) {
    for (let waited = 0; waited < 60_000; waited += 20) {
      known = await db.one(sql`
        SELECT count(*)::int AS recipients, (count(*) FILTER (WHERE state = 'sent'))::int AS sent FROM message_recipients`)
      if (isTime()) return
      await sleep(20)
    }
    throw new Error(`not in time: ${JSON.stringify(known)}`)
  }
})
