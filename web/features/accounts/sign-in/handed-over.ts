import type { login } from '#contract/accounts/auth.ts'
import type { Request } from '#contract/endpoint.ts'

export type Credentials = Request<typeof login>['body']

let credentials: Credentials | null = null

/** Gives the login page what was typed for registering, so that nobody types it twice. It stays in this tab's memory
 *  until that page is left; neither storage nor history holds it. */
export function handOver(typed: Credentials): void {
  credentials = typed
}

export const handedOver = (): Credentials | null => credentials

export function forgetHandedOver(): void {
  credentials = null
}
