import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#server/lib/security/addresses.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Whether strangers reach the product. They then come through a proxy; one on this machine that says nothing of them
 *  makes everybody look as if they sat here, so nothing in a request can be believed. */
export function isReachedFromOutside({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)
}

const proxyHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

/**
 * Whether a request is made by whoever sits at the machine, where strangers do not reach the product. The connection itself
 * must come from this machine, whatever proxies are trusted; nothing may say that it was passed on; and the name asked for
 * must be the machine's own, because a stranger's page can have its own name point here (DNS rebinding).
 */
export function isAtTheMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => proxyHeaders.test(name))
  return isLoopback(raw.socket.remoteAddress ?? '') && !isPassedOn && isLoopback(hostname)
}
