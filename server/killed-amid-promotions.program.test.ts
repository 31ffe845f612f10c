import { expect, test, vi } from 'vitest'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { addCrowd } from './testing/crowd.ts'
import { ask, exitCode, run, usedFolder } from './testing/program.ts'

// The whole program starts three times.
vi.setConfig({ testTimeout: 120_000 })

const people = 300
const seats = 60
/** Responses to cancellations before the server is killed. */
const answersBefore = 15

test('a server killed during promotions has promoted one person per freed seat', async () => {
  const folder = usedFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const stage = await addCrowd(postgres.url, people)
  const db = openDatabase(postgres.url, 2)
  const [eventId = 0] = await stage.addEvents(1, seats)
  await db.run(sql`CREATE TABLE announced (application integer)`)
  await db.run(sql`
    CREATE FUNCTION note_told() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.news = 'promoted' THEN INSERT INTO announced SELECT unnest(NEW.ticket_ids); END IF;
      RETURN NULL;
    END $$`)
  await db.run(sql`
    CREATE TRIGGER told_noted AFTER INSERT ON unconfirmed_tickets FOR EACH ROW EXECUTE FUNCTION note_told()`)
  const { tokenSecret, tokens } = stage
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: tokenSecret,
    SAMPLE_DATA: 'false',
    RATE_LIMIT_SCALE: '0',
  }
  const answered = new Set<string>()

  for (const round of [1, 2]) {
    const program = run(env)
    const address = await program.address
    if (round === 1) for (const token of tokens) await apply(address, eventId, token)
    const before = (await stateOf()).cancelled
    let answers = 0
    await Promise.all(
      (await stage.holdersOf(eventId)).map(async ({ path, token }) => {
        const reply = await ask(`${address}${path}`, token, 'DELETE').catch(() => null)
        if (reply === null) return
        expect(reply.status).toBe(200)
        answered.add(path)
        answers += 1
        if (answers === answersBefore) program.process.kill('SIGKILL')
      }),
    )
    await exitCode(program)

    const { cancelled, held, taken, waiting, counted, isInOrder } = await stateOf()
    expect(cancelled - before).toBeGreaterThanOrEqual(answersBefore)
    expect({ held, taken, counted }).toEqual({ held: seats, taken: seats, counted: waiting })
    expect(waiting).toBe(people - seats - cancelled)
    expect(isInOrder).toBe(true)
    const { promoted, announced } = await newsOf()
    expect(announced).toEqual(promoted)
    expect(promoted).toHaveLength(cancelled)
    for (const path of answered) expect(await isCancelled(Number(path.split('/')[3]))).toBe(true)
  }

  await db.close()
  await stage.close()
  await postgres.stop()

  /** The rows and the counters. */
  function stateOf() {
    return db.one<{
      cancelled: number
      held: number
      waiting: number
      taken: number
      counted: number
      isInOrder: boolean
    }>(sql`
      SELECT count(*) FILTER (WHERE status = 'CANCELLED')::int AS cancelled,
             count(*) FILTER (WHERE status = 'ACTIVE')::int AS held,
             count(*) FILTER (WHERE status = 'WAITING')::int AS waiting,
             (SELECT taken FROM event_seats WHERE event_id = ${eventId}) AS taken,
             (SELECT waiting FROM event_seats WHERE event_id = ${eventId}) AS counted,
             max(id) FILTER (WHERE status = 'ACTIVE') < min(id) FILTER (WHERE status = 'WAITING') AS "isInOrder"
      FROM tickets WHERE event_id = ${eventId}`)
  }

  /** The promoted applications, and those whose holders are queued to be mailed. */
  async function newsOf() {
    const ids = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)
    return {
      promoted: await ids(
        db.many(sql`
          SELECT id FROM (SELECT id, issued_at, row_number() OVER (ORDER BY id) AS place FROM tickets) t
          WHERE place > ${seats} AND issued_at IS NOT NULL ORDER BY id`),
      ),
      announced: await ids(db.many(sql`SELECT application AS id FROM announced ORDER BY id`)),
    }
  }

  async function isCancelled(id: number): Promise<boolean> {
    return (await db.one<{ status: string }>(sql`SELECT status FROM tickets WHERE id = ${id}`)).status === 'CANCELLED'
  }
})

async function apply(address: string | null, eventId: number, token: string): Promise<void> {
  await fetch(`${address}/api/tickets/event/${eventId}/register`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: '{"wait":true}',
  })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
