import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The network of one customer of a provider: an IPv4 address, or the first half of an IPv6 address. Known networks are stored
 *  in this form (accounts/account-guard). Returns any other text unchanged. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const half = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${half.join(':')}::`
}

/** Whether an address or a URL's host name means this machine. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}

/** Whether strangers can reach the site. They come through a proxy then; one on this machine that sends no X-Forwarded-For
 *  would make everybody look local, so nothing in a request can be believed. */
export function isReachedFromOutside({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)
}

const proxyHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

/** Whether a request comes from this machine, for a site that is not public. The connection itself must be local, whatever
 *  proxies are trusted; it must not have been forwarded; and the requested host must be this machine's own name, because a
 *  stranger's page can have its own name point here (DNS rebinding). */
export function isAtTheMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => proxyHeaders.test(name))
  return isLoopback(raw.socket.remoteAddress ?? '') && !isPassedOn && isLoopback(hostname)
}
