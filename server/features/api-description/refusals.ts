import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** Refusals of whatever kind of call: what cannot be read, bugs, a database that is away, and a process that is late. */
const ofAll: ErrorCode[] = ['malformed', 'invalid_text', 'internal', 'unavailable', 'overloaded']

const ofUploads: ErrorCode[] = [
  'too_many_requests',
  'image_too_large',
  'image_wrong_type',
  'image_unreadable',
  'image_too_slow',
  'pictures_busy',
]

/** Every refusal that a call may answer: its own, and those that its access, its input and its limit bring along. */
export function refusalsOf({ method, schema, config }: Endpoint): Set<ErrorCode> {
  const { params, querystring, body, refusals = [] } = schema
  const readsBody = method !== 'GET'
  return new Set<ErrorCode>([
    ...refusals,
    ...ofAll,
    ...(config.access === 'signed-in' ? (['not_signed_in', 'session_expired'] as const) : []),
    ...(config.access === 'visitor' ? (['session_expired'] as const) : []),
    ...(schema.byDoorLink ? (['not_signed_in'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(querystring || body || config.file ? (['invalid_fields'] as const) : []),
    ...(readsBody ? (['too_large', 'wrong_content_type'] as const) : []),
    ...(config.limit ? (['too_many_requests'] as const) : []),
    ...(config.file ? ofUploads : []),
  ])
}
