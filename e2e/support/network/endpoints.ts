import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** The calls of the contract by their names. */
export const endpoints = new Map<string, Endpoint>(calls.map(({ name, endpoint }) => [name, endpoint]))

/** Whether a request is this call. */
export function isCall({ method, url }: Endpoint, request: { method: string; url: string }): boolean {
  const path = url.replace(/:\w+/g, '[^/]+')
  return request.method === method && new RegExp(`^${path}/?$`).test(new URL(request.url).pathname)
}
