import type { CodeReader } from '#server/lib/codes/code-reader.ts'
import type { Announcer } from '#server/lib/live/announcer.ts'
import type { MarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import type { Replica } from '#server/lib/postgres/replica.ts'
import type { Limits } from '#server/lib/security/limits.ts'
import type { SigningKey } from '#server/lib/security/signing-key.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The parts of the server that every feature is given, passed in so that tests can pass their own. */
export interface Context {
  settings: Settings
  db: Database
  /** Where visitors' lists are read. */
  replica: Replica
  limits: Limits
  markdown: MarkdownRenderer
  codes: CodeReader
  /** Announces, after the commit, every event whose page has changed. */
  announcer: Announcer
  /** The server's clock; tests set their own. */
  now: () => Date
  /** Signs sessions: at least 32 characters. */
  tokenSecret: string
  /** Signs tickets. */
  signingKey: SigningKey
}
