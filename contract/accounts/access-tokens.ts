import { z } from 'zod'
import type { Endpoint, Scope } from '#contract/endpoint.ts'
import { Id, Instant, PathId } from '#contract/fields.ts'
import { requiredName } from '#contract/names.ts'
import * as tokens from '#messages/access-tokens.json'
import * as m from '#messages/fields.json'

export const tokenLimits = { most: 10, name: 60 }

/** Every token starts with it, so that programs that look for leaked secrets find them. */
export const tokenPrefix = 'ruam_'

/** What each scope allows, for users. */
export const scopeLabels: Record<Scope, string> = {
  read: tokens.mayRead,
  attendees: tokens.mayDecide,
  door: tokens.mayCheckIn,
}

const Scopes = z
  .array(z.enum(['read', 'attendees', 'door']))
  .min(1, m.chooseAtLeastOne)
  .transform((scopes) => [...new Set(scopes)])

export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(['read', 'attendees', 'door'])),
  created_at: Instant,
  /** Up to five minutes old; null if it was never used. */
  last_used_at: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

const url = '/api/users/access-tokens'

/** Own tokens, oldest first, without their secrets. */
export const listAccessTokens = {
  method: 'GET',
  url,
  schema: { summary: 'List your personal access tokens', response: { 200: z.array(AccessToken) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

export const NewAccessToken = z.object({ name: requiredName(m.name, tokenLimits.name), scopes: Scopes })
export type NewAccessToken = z.infer<typeof NewAccessToken>

/** Needs a sign-in within the last ten minutes. The only answer with the token itself, which programs send as
 *  `Authorization: Bearer ruam_...`. */
export const addAccessToken = {
  method: 'POST',
  url,
  schema: {
    summary: 'Make a personal access token',
    body: NewAccessToken,
    refusals: ['sign_in_needed', 'too_many_access_tokens'],
    response: { 201: AccessToken.extend({ token: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** It is refused from its next call on. */
export const revokeAccessToken = {
  method: 'DELETE',
  url: `${url}/:tokenId`,
  schema: {
    summary: 'Revoke a personal access token',
    params: z.object({ tokenId: PathId }),
    refusals: ['access_token_not_found'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write', empty: true },
} satisfies Endpoint
