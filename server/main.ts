import { setFlagsFromString } from 'node:v8'
import { readSettings } from '#server/lib/settings/settings.ts'
import type { SampleAccount } from './sample-data.ts'
import { type Server, start } from './start.ts'

const stopTimeoutMs = 9_500
/** One Ctrl-C arrives twice, from the terminal and forwarded by npm. */
const duplicateSignalMs = 500

// By default V8 lets the heap grow to several times what is alive. This trades some 7 % more processor time for a quarter less memory
// (`npm run bench:rush`).
setFlagsFromString('--heap-growing-percent=60')

let starting: Promise<Server> | null = null
let stopping = false
let stoppingSince = 0

listenToSignals()
process.on('uncaughtException', (error) => {
  console.error(error.stack)
  stop(1)
})
// An unhandled rejection is a bug to be logged, but no reason to end other people's requests. PostgreSQL's errors include the
// row, which is not logged.
process.on('unhandledRejection', (error) => console.error(error instanceof Error ? error.stack : String(error)))

try {
  const settings = readSettings(process.env)
  starting = start(settings, {
    onSampleAccounts: printSampleAccounts,
    onLost: (error) => {
      console.error(error.message)
      stop(1)
    },
    onTrouble: (error) => console.error(error.message),
  })
  const { address } = await starting
  listenToSignals()
  if (!stopping) console.info(`${settings.BRAND_NAME} is running on ${address}`)
} catch (error) {
  if (!stopping) {
    console.error(explain(error))
    process.exit(1)
  }
}

/** Called again after the start, because Vite's own listeners would end the process before the database is stopped. */
function listenToSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => stop(0))
  }
}

/** The first call stops gracefully; a later one ends the process at once. */
async function stop(code: number): Promise<void> {
  if (stopping) {
    if (Date.now() - stoppingSince > duplicateSignalMs) process.exit(1)
    return
  }
  stopping = true
  stoppingSince = Date.now()
  // The database finishes by itself, in a session of its own, if it needs longer than we may.
  setTimeout(() => process.exit(code), stopTimeoutMs)
  const server = await starting?.catch(() => null)
  await server?.stop().catch((error) => console.error(explain(error)))
  process.exit(code)
}

/** One sentence for the operator; the stack only for debugging. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace' ? String(error.stack) : error.message
}

function printSampleAccounts(accounts: SampleAccount[]): void {
  console.info('Sample accounts, shown this once:')
  for (const { username, password } of accounts) console.info(`  ${username.padEnd(10)} ${password}`)
}
