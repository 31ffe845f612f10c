import type { Database } from './lib/database.ts'
import type { Limits } from './lib/limits.ts'
import type { SigningKey } from './lib/signing-key.ts'
import type { Settings } from './settings.ts'

/** What every feature is given: passed in, so that tests can pass their own. */
export interface Context {
  settings: Settings
  db: Database
  limits: Limits
  /** The server's clock; tests set their own. */
  now: () => Date
  /** Signs sessions: at least 32 characters. */
  tokenSecret: string
  /** Signs tickets. */
  signingKey: SigningKey
}
