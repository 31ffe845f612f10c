import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const webAddress = 'must be an address that begins with http:// or https://.'
const proxies =
  'TRUST_PROXY must be addresses of proxies with commas between them, such as 10.0.0.1 or 10.0.0.0/8, or how many proxies there are.'

const notAlone = 'PUBLIC_URL must be a scheme and a host name alone: Ruam needs one of its own.'

test.each([
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['DATABASE_POOL', '1.5', 'DATABASE_POOL must be a whole number from 2 to 200.'],
  ['PUBLIC_URL', 'ruam.example', `PUBLIC_URL ${webAddress}`],
  ['PUBLIC_URL', 'https://x.example/ruam', notAlone],
  ['PUBLIC_URL', 'https://x.example?a=1', notAlone],
  ['PUBLIC_URL', 'https://x.example#a', notAlone],
  ['PUBLIC_URL', 'https://me:pw@x.example', notAlone],
  ['GOOGLE_ISSUER', 'google', `GOOGLE_ISSUER ${webAddress}`],
  ['GOOGLE_JWKS_URL', 'file:///keys', `GOOGLE_JWKS_URL ${webAddress}`],
  ['GEOCODER_URL', 'ftp://places.example', `GEOCODER_URL ${webAddress}`],
  ['SLIP_VERIFIER_URL', 'ftp://slips.example', `SLIP_VERIFIER_URL ${webAddress}`],
  ['S3_ENDPOINT', 'bucket', `S3_ENDPOINT ${webAddress}`],
  [
    'DATABASE_URL',
    'mysql://host/name',
    'DATABASE_URL must be the address of a PostgreSQL, such as postgres://user:password@host:5432/name.',
  ],
  [
    'DATABASE_REPLICA_URL',
    'replica.example',
    'DATABASE_REPLICA_URL must be the address of a PostgreSQL, such as postgres://user:password@host:5432/name.',
  ],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be the address of a mail server, such as smtp://user:password@host:587.'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an email address, or Name <address>.'],
  ['KEEP_MAILS', '0', 'KEEP_MAILS must be a whole number from 10 to 1000000.'],
  ['BRAND_NAME', 'x'.repeat(41), 'BRAND_NAME may have at most 40 characters.'],
  ['OPERATOR_NAME', 'Two\nlines', 'OPERATOR_NAME must be one line of at most 200 characters.'],
  ['OPERATOR_ADDRESS', 'x'.repeat(301), 'OPERATOR_ADDRESS must be one line of at most 300 characters.'],
  ['CONTACT_EMAIL', 'nobody', 'CONTACT_EMAIL must be an email address.'],
  ['CONTACT_PHONE', 'call us', 'CONTACT_PHONE must be a phone number, such as +66 2 123 4567.'],
  ['MAP_TILES_URL', 'https://tiles.example', 'MAP_TILES_URL must be an address with {z}, {x} and {y} in it.'],
  ['TOKEN_SECRET', 'short', 'TOKEN_SECRET must have at least 32 characters.'],
  ['KEEP_BACKUPS', '-1', 'KEEP_BACKUPS must be a whole number from 0 to 1000.'],
  ['METRICS_TOKEN', 'two words and more', 'METRICS_TOKEN must have at least 16 characters, without spaces.'],
  ['TRUST_PROXY', 'true', proxies],
  ['TRUST_PROXY', '10.0.0.0/33', proxies],
  ['RATE_LIMIT_SCALE', '-1', 'RATE_LIMIT_SCALE must be a number that is not below 0.'],
  ['SAMPLE_DATA', 'yes', 'SAMPLE_DATA must be true or false.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.'],
])('%s=%s is refused with the allowed values', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(new Error(`These settings are not valid:\n  ${sentence}`))
})

test('all invalid settings are reported together; an empty one counts as absent', () => {
  const read = () => readSettings({ PORT: 'a', SAMPLE_DATA: 'b', LOG_LEVEL: '' })

  expect(read).toThrow('PORT must be a whole number from 0 to 65535.\n  SAMPLE_DATA must be true or false.')
})

test('settings are converted to their types', () => {
  const given = { PORT: '0', RATE_LIMIT_SCALE: '0.25', SAMPLE_DATA: '0', TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }

  expect(readSettings(given)).toMatchObject({
    PORT: 0,
    DATABASE_POOL: 12,
    RATE_LIMIT_SCALE: 0.25,
    SAMPLE_DATA: false,
    TRUST_PROXY: given.TRUST_PROXY,
  })
})

test.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])('%s is refused without DATABASE_URL', (name) => {
  expect(() => readSettings({ [name]: 'postgres://ruam@database.example/ruam' })).toThrow(
    `${name} has no effect without DATABASE_URL. Set that too, or remove it.`,
  )
})

test('the settings of LINE belong together', () => {
  const pair = 'LINE_CHANNEL_ID and LINE_CHANNEL_SECRET belong together: set all or none.'

  expect(() => readSettings({ LINE_CHANNEL_ID: '1' })).toThrow(pair)
  expect(() => readSettings({ LINE_CHANNEL_SECRET: 's' })).toThrow(pair)
  expect(() => readSettings({ LINE_CHANNEL_ACCESS_TOKEN: 't' })).toThrow(
    'LINE_CHANNEL_ACCESS_TOKEN has no effect without',
  )
})
