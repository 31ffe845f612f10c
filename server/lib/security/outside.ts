import { type LookupAddress, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'

/** In the answer of a hostile server, no more is read. */
const mostBytes = 2_048
const timeoutMs = 10_000

/** Whether an address is on the public internet: not this machine, its networks, or one of the ranges that lead there. */
export function isOutside(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Throws if a host leads into the server's own network, or nowhere. */
export async function refuseInside({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host }] : await promisify(lookup)(host, { all: true })
  if (!addresses.every(({ address }) => isOutside(address))) throw new Error('The address is in a private network.')
}

interface Post {
  body: string
  headers: Record<string, string>
  /** Whether the address may be in the server's own network. */
  allowInside: boolean
  signal?: AbortSignal
}

/**
 * Posts to an address that a stranger chose, and returns status and beginning of the answer. Follows no redirects, and checks the
 * address that it connects to, because a name can lead somewhere else than a moment ago. Throws if there is no answer within
 * ten seconds.
 */
export async function postOutside(
  url: URL,
  { body, headers, allowInside, signal }: Post,
): Promise<{ status: number; text: string }> {
  // Numbers are not looked up, so they have to be checked here.
  if (!allowInside) await refuseInside(url)
  const timeout = AbortSignal.timeout(timeoutMs)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(allowInside ? {} : { lookup: lookUpOutside }),
    })
    sent.on('error', (error) => reject(timeout.aborted ? new Error('No answer within 10 seconds.') : error))
    sent.on('response', (response) => {
      let text = ''
      const end = () => resolve({ status: response.statusCode ?? 0, text: text.slice(0, mostBytes) })
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length < mostBytes) return
        end()
        sent.destroy()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    sent.end(body)
  })
}

const lookUpOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, [])
    if (!addresses.every(({ address }) => isOutside(address))) {
      return callback(new Error('The address is in a private network.'), [])
    }
    const [first] = addresses
    if (options.all || first === undefined) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** The text of another service's response, which may be hostile. Throws if it is longer than `most` bytes, or incomplete. */
export async function readBounded(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) throw new Error(`the answer is longer than ${most} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
