import { type LookupAddress, lookup } from 'node:dns'
import { addAbortListener } from 'node:events'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'

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

interface OutsideRequest {
  method: 'GET' | 'POST'
  body?: string
  headers: Record<string, string>
  /** No more of the answer is read. */
  mostBytes: number
  timeoutMs: number
  /** Whether the address may be in the server's own network. */
  allowInside: boolean
  signal?: AbortSignal
}

interface OutsideAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The first `mostBytes` of the body. */
  body: Buffer
  /** Whether that is all of it. */
  isWhole: boolean
}

/**
 * Requests a URL chosen by a stranger. Follows no redirects, and checks the IP address that it connects to, because a host name
 * may resolve differently than before. Throws without a complete response in time.
 */
async function requestOutside(url: URL, wanted: OutsideRequest): Promise<OutsideAnswer> {
  const { method, body = '', headers, mostBytes, timeoutMs, allowInside, signal } = wanted
  // IP addresses are not looked up, so they are checked here.
  if (!allowInside) await refuseInside(url)
  const timeout = AbortSignal.timeout(timeoutMs)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(timeout.aborted ? new Error(`No answer within ${timeoutMs / 1000} seconds.`) : error)
    const sent = request(url, {
      method,
      agent: false,
      headers: { ...headers, ...(method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}) },
      signal: timeout,
      ...(allowInside ? {} : { lookup: lookUpOutside }),
    })
    // Not AbortSignal.any: in Node 20 a signal that lives as long as the process would keep an entry for every request.
    const listening = signal && addAbortListener(signal, () => sent.destroy(signal.reason))
    sent.on('close', () => listening?.[Symbol.dispose]())
    sent.on('error', fail)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = (isWhole: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).subarray(0, mostBytes),
          isWhole,
        })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length <= mostBytes) return
        end(false)
        sent.destroy()
      })
      response.on('end', () => end(true))
      response.on('error', fail)
    })
    sent.end(body)
  })
}

/** Posts to an address that a stranger chose; returns the status and the beginning of the answer. Throws if there is none within
 *  ten seconds. */
export async function postOutside(
  url: URL,
  given: Pick<OutsideRequest, 'headers' | 'allowInside'> & { body: string; signal?: AbortSignal },
): Promise<{ status: number; text: string }> {
  const { status, body } = await requestOutside(url, { ...given, method: 'POST', mostBytes: 2_048, timeoutMs: 10_000 })
  return { status, text: body.toString() }
}

const mostRedirects = 3

/** Reads a page at an address that a stranger chose; each redirect is checked like the address. Throws if there is no whole answer
 *  of status 200 within the time, redirects included. */
export async function readOutside(
  address: URL,
  given: Pick<OutsideRequest, 'headers' | 'allowInside' | 'mostBytes' | 'timeoutMs'>,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(given.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { status, headers, body, isWhole } = await requestOutside(url, { ...given, method: 'GET', signal })
    if (status === 200 && isWhole) return body
    if (status < 300 || status >= 400 || headers.location === undefined) throw new Error(`The answer was ${status}.`)
    url = new URL(headers.location, url)
    if (!/^https?:$/.test(url.protocol)) throw new Error('The address redirects to something that is not a page.')
  }
  throw new Error('The address redirects too often.')
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
