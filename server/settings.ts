import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

const environment = z.object({
  /** Port to listen on. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8000),
  /** Address to listen on; 0.0.0.0 for every network. */
  HOST: z.string().default('127.0.0.1'),
  /** Where people reach the product, for links in mails and shares; http://localhost:PORT when absent. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder for the embedded database, pictures, mails and keys. */
  DATA_DIR: z.string().default('./data'),
  /** An existing PostgreSQL 15 or newer, instead of the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections that one server process opens to the database. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  /** The product's name, as people read it. */
  BRAND_NAME: z.string().min(1).max(40).default('Ruam'),
  /** Secret that signs sessions, 32 characters or more; made and kept in DATA_DIR when absent, required with DATABASE_URL. */
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Addresses of proxies whose X-Forwarded-For is believed, or a number of hops. */
  TRUST_PROXY: z.string().optional(),
  /** Multiplies every limit on requests; 0 turns limits off, for load tests. */
  RATE_LIMIT_SCALE: z.coerce.number().min(0).default(1),
  /** Sample events and accounts on a first start; only with the embedded database. */
  SAMPLE_DATA: flag.default(true),
  /** trace, debug, info, warn, error, fatal or silent. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type Settings = z.output<typeof environment>

/** Reads and checks every setting. Throws one Error that names each bad variable; empty variables count as absent. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings are not valid:\n  ${problems.join('\n  ')}`)
  }
  if (parsed.data.DATABASE_URL && !parsed.data.TOKEN_SECRET) {
    throw new Error('With DATABASE_URL set, TOKEN_SECRET must be set too (for instance: openssl rand -hex 32).')
  }
  return parsed.data
}
