import ipaddr from 'ipaddr.js'

/** The network of one customer of a provider: an IPv4 address, or the first half of an IPv6 address. Known networks are
 *  kept under this text (accounts/guard). Any other text is returned as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const half = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${half.join(':')}::`
}

/** Whether an address, or a host name as it stands in a URL, means the machine itself. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
