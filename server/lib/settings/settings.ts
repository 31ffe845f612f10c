import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { readNumber } from '#contract/numbers.ts'

/** The message about an invalid value: a sentence made from the setting's name. */
function say(sentence: (name: string) => string) {
  return { error: ({ path }: { path?: PropertyKey[] | undefined }) => sentence(String(path?.[0])) }
}

const flag = z
  .enum(
    ['true', 'false', '1', '0'],
    say((name) => `${name} must be true or false.`),
  )
  .transform((value) => value === 'true' || value === '1')

/** NaN for anything else; see contract/numbers.ts. */
const writtenNumber = z.string().transform((text) => readNumber(text) ?? Number.NaN)

function wholeNumber(from: number, to: number) {
  const error = say((name) => `${name} must be a whole number from ${from} to ${to}.`)
  return writtenNumber.pipe(z.number(error).int(error).min(from, error).max(to, error))
}

const WebAddress = z.url({
  protocol: /^https?$/,
  ...say((name) => `${name} must be an address that begins with http:// or https://.`),
})

const postgres = z.url({
  protocol: /^postgres(ql)?$/,
  ...say((name) => `${name} must be the address of a PostgreSQL, such as postgres://user:password@host:5432/name.`),
})

function oneLine(most: number) {
  return z.string().regex(
    new RegExp(`^\\P{Cc}{1,${most}}$`, 'u'),
    say((name) => `${name} must be one line of at most ${most} characters.`),
  )
}

const notNegative = say((name) => `${name} must be a number that is not below 0.`)

const environment = z.object({
  /** Port to listen on. */
  PORT: wholeNumber(0, 65535).default(8000),
  /** Address to listen on; 0.0.0.0 for every network. */
  HOST: z.string().default('127.0.0.1'),
  /** The site's public URL, for links in mails and shares. Default: http://localhost:PORT in mails, the request's host on
   *  pages. */
  PUBLIC_URL: WebAddress.refine(
    // Without a path, a query, a fragment or a login.
    (url) => !/:\/\/[^/?#@]*(\/+[^/]|[?#@])/.test(url),
    say((name) => `${name} must be a scheme and a host name alone: Ruam needs one of its own.`),
  ).optional(),
  /** Folder for the embedded database, pictures, mails and keys. */
  DATA_DIR: z.string().default('./data'),
  /** An existing PostgreSQL 15 or newer, instead of the embedded one. */
  DATABASE_URL: postgres.optional(),
  /** The same database without the pooler, if DATABASE_URL leads through one in transaction mode. */
  DATABASE_DIRECT_URL: postgres.optional(),
  /** A replica of the database without a pooler, used for visitors' lists while it keeps up. */
  DATABASE_REPLICA_URL: postgres.optional(),
  /** Database connections per server process. */
  DATABASE_POOL: wholeNumber(2, 200).default(12),
  /** The product's name. */
  BRAND_NAME: z
    .string()
    .max(
      40,
      say((name) => `${name} may have at most 40 characters.`),
    )
    .default('Ruam'),
  /** The person or organization that runs this installation, named on the information pages. Without it they say that the
   *  operator is not named. */
  OPERATOR_NAME: oneLine(200).optional(),
  /** Postal address of the operator, in one line. */
  OPERATOR_ADDRESS: oneLine(300).optional(),
  /** The operator's email, also for requests about personal data. */
  CONTACT_EMAIL: z.email(say((name) => `${name} must be an email address.`)).optional(),
  /** Phone number of the operator. */
  CONTACT_PHONE: z
    .string()
    .regex(
      /^\+?[\d ()-]{3,30}$/,
      say((name) => `${name} must be a phone number, such as +66 2 123 4567.`),
    )
    .optional(),
  /** Mail server, as smtp://user:password@host:587 or smtps://host:465. Without it mails are stored as files in DATA_DIR/mail;
   *  with it, an email must be verified before login. */
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      ...say((name) => `${name} must be the address of a mail server, such as smtp://user:password@host:587.`),
    })
    .optional(),
  /** Maximum connections to the mail server per server process; it starts with two. */
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(20),
  /** Sender of every mail, as Name <address@host>. Default: BRAND_NAME at PUBLIC_URL's host. */
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      say((name) => `${name} must be an email address, or Name <address>.`),
    )
    .optional(),
  /** Number of mails stored without a mail server; the oldest is deleted first. */
  KEEP_MAILS: wholeNumber(10, 1_000_000).default(1_000),
  /** This site's client ID at Google; without it there is no Google button. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** The required issuer of ID tokens. */
  GOOGLE_ISSUER: WebAddress.default('https://accounts.google.com'),
  /** URL of the issuer's keys. */
  GOOGLE_JWKS_URL: WebAddress.default('https://www.googleapis.com/oauth2/v3/certs'),
  /** Channel ID and secret of this site at LINE Login; without both nobody signs in with LINE. */
  LINE_CHANNEL_ID: z.string().optional(),
  LINE_CHANNEL_SECRET: z.string().optional(),
  /** Access token of a Messaging API channel of the same provider; without it nothing is sent by LINE. */
  LINE_CHANNEL_ACCESS_TOKEN: z.string().optional(),
  /** The issuer of LINE's ID tokens, which describes its other addresses. */
  LINE_ISSUER: WebAddress.default('https://access.line.me'),
  /** Where the Messaging API is. */
  LINE_API_URL: WebAddress.default('https://api.line.me'),
  /** Files in PEM with the certificate of a pass type for Apple Wallet, its key, and Apple's certificate that issued it. Without
   *  them there is no button. */
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: z.string().optional(),
  /** Apple's push service. */
  APPLE_PUSH_URL: WebAddress.default('https://api.push.apple.com'),
  /** The issuer at Google Wallet; without it there is no button. */
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(
      /^\d{1,30}$/,
      say((name) => `${name} must be a number, as in the Google Pay & Wallet Console.`),
    )
    .optional(),
  /** File in JSON with the key of the service account that writes its passes. */
  GOOGLE_WALLET_KEY: z.string().optional(),
  /** Google's service for passes. */
  GOOGLE_WALLET_URL: WebAddress.default('https://walletobjects.googleapis.com'),
  /** Key for Google Maps, which must allow the maps and places libraries. Without it OpenStreetMap is used. */
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  /** URL of the map's tiles, with {z}, {x} and {y}. */
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https?:\/\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/,
      say((name) => `${name} must be an address with {z}, {x} and {y} in it.`),
    )
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  /** A Nominatim-compatible service that finds places and addresses. */
  GEOCODER_URL: WebAddress.default('https://nominatim.openstreetmap.org'),
  /** An S3-compatible store for pictures, instead of DATA_DIR/pictures; the next four belong to it. */
  S3_ENDPOINT: WebAddress.optional(),
  /** Bucket for pictures; it need not be public. */
  S3_BUCKET: z.string().optional(),
  /** Region of the bucket. */
  S3_REGION: z.string().default('us-east-1'),
  /** Access key of the store. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  /** Secret of the access key. */
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** A service that verifies transfers; without it organizers check all slips. See docs/slip-verifier.md. */
  SLIP_VERIFIER_URL: WebAddress.optional(),
  /** Bearer token sent to that service. */
  SLIP_VERIFIER_TOKEN: z.string().optional(),
  /** Whether webhooks may be sent to addresses in the server's own network. */
  WEBHOOKS_INSIDE: flag.default(false),
  /** Secret that signs sessions, at least 32 characters. Required with DATABASE_URL; otherwise created in DATA_DIR by
   *  default. */
  TOKEN_SECRET: z
    .string()
    .min(
      32,
      say((name) => `${name} must have at least 32 characters.`),
    )
    .optional(),
  /** Folder for daily backups. Default: DATA_DIR/backups with the embedded database, no backups with DATABASE_URL. */
  BACKUP_DIR: z.string().optional(),
  /** Number of daily backups to keep; 0 disables them. */
  KEEP_BACKUPS: wholeNumber(0, 1_000).default(7),
  /** Bearer token for /metrics from anywhere; without it /metrics works only on the machine itself. */
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,}$/,
      say((name) => `${name} must have at least 16 characters, without spaces.`),
    )
    .optional(),
  /** Addresses of proxies whose X-Forwarded-For is trusted, or a number of hops. */
  TRUST_PROXY: z
    .string()
    .refine(
      areProxies,
      say(
        (name) =>
          `${name} must be addresses of proxies with commas between them, such as 10.0.0.1 or 10.0.0.0/8, or how many proxies there are.`,
      ),
    )
    .optional(),
  /** Multiplies every limit on requests; 0 turns limits off, for load tests. */
  RATE_LIMIT_SCALE: writtenNumber.pipe(z.number(notNegative).min(0, notNegative)).default(1),
  /** Whether to create sample events and accounts on the first start; only with the embedded database. */
  SAMPLE_DATA: flag.default(true),
  /** trace, debug, info, warn, error, fatal or silent. */
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      say((name) => `${name} must be trace, debug, info, warn, error, fatal or silent.`),
    )
    .default('warn'),
})

export type Settings = z.output<typeof environment>

/** Reads and checks every setting. Throws one Error that names each bad variable; empty variables count as absent. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ message }) => message)
    throw new Error(`These settings are not valid:\n  ${problems.join('\n  ')}`)
  }
  if (parsed.data.DATABASE_URL && !parsed.data.TOKEN_SECRET) {
    throw new Error('With DATABASE_URL set, TOKEN_SECRET must be set too (for instance: openssl rand -hex 32).')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (parsed.data[name] && !parsed.data.DATABASE_URL)
      throw new Error(`${name} has no effect without DATABASE_URL. Set that too, or remove it.`)
  }
  for (const names of together) {
    const given = names.filter((name) => parsed.data[name] !== undefined)
    if (given.length === 0 || given.length === names.length) continue
    const missing = names.filter((name) => parsed.data[name] === undefined).join(', ')
    throw new Error(
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)} belong together: set all or none. Missing: ${missing}.`,
    )
  }
  if (parsed.data.LINE_CHANNEL_ACCESS_TOKEN && !parsed.data.LINE_CHANNEL_ID) {
    throw new Error(
      'LINE_CHANNEL_ACCESS_TOKEN has no effect without LINE_CHANNEL_ID and LINE_CHANNEL_SECRET. Set these too, or remove it.',
    )
  }
  return parsed.data
}

/** Settings that work only all together. */
const together = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['APPLE_PASS_CERTIFICATE', 'APPLE_PASS_KEY', 'APPLE_WWDR_CERTIFICATE'],
  ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_KEY'],
  ['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'],
] as const

/** Whether a text is a number of hops, or a list of addresses, ranges (with a prefix) and named ranges, as Fastify accepts. */
function areProxies(value: string): boolean {
  return /^\d{1,2}$/.test(value) || value.split(',').every((one) => isAddressOrRange(one.trim()))
}

function isAddressOrRange(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', range, more] = value.split('/')
  if (isIP(address) === 0 || more !== undefined) return false
  if (range === undefined || (isIPv4(address) && isIPv4(range))) return true
  return /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (isIPv4(address) ? 32 : 128)
}
