/** Measures whether response times reveal which emails have an account: `npm run bench:same-time`. Requests a known and an
 *  unknown email alternately, over one connection, and compares the medians. */
import { insertUser } from '#server/features/accounts/users.repository.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { openPostgres, startRushServer } from '../programs.ts'

const rounds = 200
const rehearsals = 20
/** A difference of the medians that nobody can detect over a network, in milliseconds. */
const tolerated = 5

const questions: { name: string; path: string; body: (email: string) => Record<string, string> }[] = [
  { name: 'login', path: '/api/users/login', body: (username) => ({ username, password: 'not the password' }) },
  { name: 'forgot password', path: '/api/users/forgot-password', body: (email) => ({ email }) },
  { name: 'resend verification', path: '/api/users/resend-verification/', body: (email) => ({ email }) },
]

const postgres = await openPostgres()
try {
  await addKnown()
  const env = {
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: 'a secret of the bench, long enough for it',
    DATA_DIR: postgres.dataDir,
    RATE_LIMIT_SCALE: '0',
  }
  const server = await startRushServer(env)
  const { port } = server.ready as { port: number }
  for (const question of questions) await compare(`http://127.0.0.1:${port}`, question)
  await server.stop()
} finally {
  await postgres.close()
}

async function addKnown() {
  const db = openDatabase(postgres.url, 1)
  const password_hash = await hashPassword('the password of somebody')
  await insertUser(db, {
    username: 'known',
    email: 'known@example.com',
    password_hash,
    first_name: 'Somchai',
    last_name: 'Jaidee',
    phone_number: '0812345678',
    birth_date: '1990-05-15',
  })
  await db.close()
}

async function compare(origin: string, { name, path, body }: (typeof questions)[number]) {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = -rehearsals; round < rounds; round++) {
    const times = {
      known: await timeOf(origin + path, body('known@example.com')),
      unknown: await timeOf(origin + path, body(`nobody${round}@example.com`)),
    }
    if (round < 0) continue
    known.push(times.known)
    unknown.push(times.unknown)
  }
  const difference = Math.abs(median(known) - median(unknown))
  console.info(
    `${name}: known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms (medians of ${rounds})`,
  )
  if (difference <= tolerated) return
  console.error(`  WRONG: ${difference.toFixed(1)} ms tell them apart`)
  process.exitCode = 1
}

async function timeOf(url: string, body: Record<string, string>): Promise<number> {
  const sent = performance.now()
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(body) })
  await reply.arrayBuffer()
  return performance.now() - sent
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
