import { z } from 'zod'
import type { Row, Sent } from './row.ts'

/** An invalid body: its content type, content and expected status. */
export type BadBody = [type: string | null, payload: string | Buffer, status: number]

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const nested = (open: string, close: string, depth: number) => `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`

/** Bodies that every call refuses. */
export const badBodies: Record<string, BadBody> = {
  'lists in lists, 10,000 deep': [json, nested('[', ']', 10_000), 400],
  'objects in objects, 10,000 deep': [json, nested('{"a":', '}', 10_000), 400],
  'lists that never close': [json, `{"a":${'['.repeat(60_000)}`, 400],
  'a key that names the prototype': [json, '{"__proto__":{"is_organizer":true}}', 400],
  'such a key further in': [json, '{"a":{"__proto__":{"is_organizer":true}}}', 400],
  'such a key, escaped': [json, String.raw`{"\u005f_proto__":{"is_organizer":true}}`, 400],
  'a key that names the constructor': [json, '{"constructor":{"prototype":{"is_organizer":true}}}', 400],
  'such a field of a form': ['multipart/form-data; boundary=x', field('__proto__'), 400],
  'a NUL': [json, '{"a":"b\\u0000"}', 400],
  'a NUL in a key': [json, '{"b\\u0000":"a"}', 400],
  'a NUL in a form': [form, 'a=b%00', 400],
  'half a surrogate pair': [json, '{"a":"\\ud83d"}', 400],
  'the other half of one': [json, '{"a":"\\udf55 b"}', 400],
  'invalid UTF-8': [json, Buffer.from('7b2261223a22fffe227d', 'hex'), 400],
  'an overlong NUL': [json, Buffer.from('7b2261223a22c080227d', 'hex'), 400],
  'JSON that ends early': [json, '{"a":"b', 400],
  'JSON with more behind it': [json, '{}{}', 400],
  'text that only looks like JSON': [json, "{a:'b'}", 400],
  'a text': ['text/plain', '{}', 415],
  'a text of no kind': [null, '{}', 415],
  'a page': ['text/html', '<p>', 415],
  'XML with an entity': ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 415],
  'JSON of another name': ['application/jsonp', '{}', 415],
  'a form without its boundary': ['multipart/form-data', 'a', 400],
  'a form that ends early': ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; na', 400],
}

function field(name: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`
}

/** JSON other than an object. */
export const noObjects = ['[]', '[{}]', 'null', 'true', '7', '"text"', '-1e400']

/** Raw path segments instead of an id or secret. */
export const badPlaces = [
  ...['0', '-1', '1.5', '1e3', '0x10', '007', '2147483648', '9'.repeat(150), 'NaN', '%20', '%00', '%0d%0aX-A:%20b'],
  ...["1'%20OR%201=1--", '1;DROP%20TABLE%20users', '1%2f..%2f2', '..%2f..%2fetc%2fpasswd', '%252e%252e%252f', '..%5c'],
  ...['__proto__', 'constructor', 'toString', '%F0%9F%8D%95', '%e0%b9%97', '%ff', '%', '*', '%3Cscript%3E'],
]

const sql = ["'", "' OR 1=1 --", "1'; DROP TABLE users; --", '1) UNION SELECT password_hash FROM users --', '\\', '%_%']
const templates = ['{{7*7}}', `\${7*7}`, '<%= 7*7 %>', '#{7*7}', '%s%n', '$$pg_sleep(5)$$']
const lines = ['a\r\nX-Injected: b', 'a\nBcc: evil@evil.example', '\u2028\u2029', 'BEGIN:VEVENT\r\nEND:VCALENDAR']
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1']
const paths = [
  '../../etc/passwd',
  '..\\..\\a',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
]
const markup = ['<script>a</script>', ']]><b>', '<!--', '&lt;', '"><svg onload=a>', '\u202eevil']
const odd = [
  'constructor',
  '__proto__',
  'NaN',
  '-0',
  '9'.repeat(40),
  '\u{1f355}'.repeat(40),
  'ก\u0e49\u0e49\u0e49',
  '\ufeff',
  ' ',
]

/** Hostile texts for text fields and query values. */
export const badTexts = [...sql, ...templates, ...lines, ...formulas, ...paths, ...markup, ...odd]

/** Values of the wrong type. */
export const badValues = [{}, { $gt: '' }, [], ['a', { b: 1 }], true, null, 0, -1, 1e308, 2 ** 53, 1e-9, 2_147_483_648]

/** The field names of the call. */
export function fieldsOf({ endpoint }: Row): string[] {
  const body = endpoint?.schema.body
  if (body === undefined) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** Adds fields that the call does not have (OWASP, mass assignment). */
export function withMore(row: Row, sent: Sent): Sent {
  const known = fieldsOf(row)
  const added = Object.fromEntries(Object.entries(more).filter(([key]) => !known.includes(key)))
  return { ...sent, body: { ...added, ...(sent.body as object) } }
}

/** Markers that must not be stored. */
export const marksOfMore = /mass-assigned|191919|2099-09-09/

/** Values that only the server may set. */
const [number, text, time] = [191_919, 'mass-assigned', '2099-09-09T00:00:00Z']
const more = {
  ...{ id: number, user_id: number, owner_id: number, organizer_id: number, event_id: number, ticket_id: number },
  ...{ session_id: number, current_attendees: number, version: number, total_likes: number, position: number },
  ...{ role: text, status: text, ticket_number: text, link_key: text, secret: text, path: text, hidden_by: text },
  ...{ password_hash: text, google_sub: text, line_sub: text, profile_picture: text, logo: text, event_image: text },
  ...{ created_at: time, updated_at: time, email_verified_at: time, used_at: time, paid_at: time, pay_by: time },
  ...{ is_organizer: true, is_admin: true, is_verified: true, is_called_off: true, organizer: { id: number } },
  ...{ prototype: { is_admin: true } },
}
