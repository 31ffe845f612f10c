/**
 * Counts how many QR codes of slips are read, and measures how long twenty people wait if their slips have none:
 * `npm run bench:slips`. Codes have several sizes; slips are blurred, compressed, rotated and photographed.
 */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { openCodeReader } from '#server/lib/codes/code-reader.ts'
import { encodePrivateInTurn } from '#server/lib/pictures/pictures.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { openPostgres, quantile, startRushServer } from '../../programs.ts'
import { pictureOf, type Taking, takings, textOn } from './pictures.ts'

const traits = ['size', 'blur', 'quality', 'turned', 'photographed'] as const
const senders = 20
const rounds = 5
/** Milliseconds for all slips together. */
const tolerated = 3_000

await countRead()
await measureUnreadable()

async function countRead() {
  const codes = openCodeReader()
  const outcomes: { taking: Taking; isRead: boolean }[] = []
  for (const [number, taking] of takings.entries()) {
    const content = await pictureOf(textOn(number), taking)
    const { seen } = await encodePrivateInTurn({ filename: 'slip.jpg', content }, (pixels) => codes.read(pixels))
    outcomes.push({ taking, isRead: seen === textOn(number) })
  }
  await codes.close()
  tell('all', outcomes)
  for (const trait of traits) {
    for (const value of new Set(takings.map((taking) => taking[trait]))) {
      const those = outcomes.filter(({ taking }) => taking[trait] === value)
      tell(`${trait} ${value}`, those)
    }
  }
}

function tell(name: string, outcomes: { isRead: boolean }[]) {
  console.info(`${name.padEnd(20)} ${outcomes.filter(({ isRead }) => isRead).length} of ${outcomes.length} are read`)
}

/** Sends slips without a code, of 1080 by 1920 pixels, for all applications at once. */
async function measureUnreadable() {
  const postgres = await openPostgres()
  const secret = randomUUID() + randomUUID()
  const server = await startRushServer({
    ...{ DATABASE_URL: postgres.url, TOKEN_SECRET: secret, DATA_DIR: postgres.dataDir, RATE_LIMIT_SCALE: '0' },
  })
  const db = openDatabase(postgres.url, 1)
  try {
    const origin = `http://127.0.0.1:${(server.ready as { port: number }).port}`
    const content = new Uint8Array(await unreadable())
    await addPayers()
    const payers = await db.many<{ id: number; user_id: number; session_id: string }>(sql`
      SELECT t.id, t.user_id, s.id AS session_id FROM tickets t JOIN sessions s ON s.user_id = t.user_id`)
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const times = await Promise.all(
        payers.map(async ({ id, user_id, session_id }) => {
          const token = signAccessToken(secret, { userId: user_id, sessionId: session_id }, new Date())
          const body = new FormData()
          body.set('slip', new File([content], 'slip.jpg'))
          const headers = { authorization: `Bearer ${token}` }
          const reply = await fetch(`${origin}/api/tickets/${id}/slip`, { method: 'POST', headers, body })
          const { slip } = (await reply.json()) as { slip?: { readable: boolean } }
          if (slip?.readable !== false) throw new Error(`A slip was answered ${reply.status}.`)
          return performance.now() - began
        }),
      )
      const all = Math.max(...times)
      console.info(
        `${senders} slips without a code: half answered after ${quantile(times, 0.5)} ms, all after ${all.toFixed(0)} ms` +
          (round === 0 ? ', threads just started' : all > tolerated ? '  SLOW' : ''),
      )
    }
  } finally {
    await db.close()
    await server.stop()
    await postgres.close()
  }

  async function addPayers() {
    await db.run(sql`
      INSERT INTO users (username, email, first_name, last_name, birth_date)
      SELECT 'person' || n, 'person' || n || '@example.com', 'Person', n::text, '1990-01-01'
      FROM generate_series(0, ${senders}::int) n`)
    await db.run(sql`
      INSERT INTO sessions (user_id, started_at, last_used_at, rotated_at, expires_at)
      SELECT id, now(), now(), now(), now() + interval '1 day' FROM users`)
    await db.run(sql`
      INSERT INTO events (
        user_id, event_name, description, detailed_description, terms_and_conditions, visibility, category, tags, is_free,
        is_online, ticket_price, expected_price, promptpay_id, dress_code, start_date_register, end_date_register,
        start_date_event, end_date_event, address, latitude, longitude, meeting_link, allowed_email_domains, contact_email,
        contact_phone, website_url, facebook_url, twitter_url, instagram_url, other_url, min_age_requirement, created_at,
        updated_at)
      SELECT id, 'Concert', 'Music', 'Music', '', 'PUBLIC', 'CONCERT', '', false, false, 250, 0, '0812345678', 'CASUAL', now(),
             now() + interval '1 day', now() + interval '2 days', now() + interval '3 days', 'Bangkok', 13.7, 100.5, '', '', '',
             '', '', '', '', '', '', 0, now(), now()
      FROM users WHERE username = 'person0'`)
    await db.run(sql`INSERT INTO event_seats (event_id, taken) SELECT id, ${senders} FROM events`)
    await db.run(sql`
      INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, status, price_satang, pay_by)
      SELECT 'BENCH-' || u.id, e.id, u.id, 'Person', now(), 'UNPAID', 25000, now() + interval '1 hour'
      FROM users u, events e WHERE u.username <> 'person0'`)
  }
}

/** A slip with a covered code. */
async function unreadable(): Promise<Buffer> {
  const taking = { size: 300, blur: 0, quality: 80, turned: 0, photographed: false }
  const cover = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  return sharp(await pictureOf(textOn(0), taking))
    .composite([{ input: cover, left: 700, top: 1_470 }])
    .jpeg()
    .toBuffer()
}
