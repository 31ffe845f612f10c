import { createHmac, timingSafeEqual } from 'node:crypto'

/** The end of a link in mails: ids and a signature, as `7-31-signature`. It never expires. `purpose` keeps a link from being
 *  used for something else. */
export function seal(secret: string, purpose: string, ...ids: number[]): string {
  const signature = createHmac('sha256', secret)
    .update([purpose, ...ids].join(' '))
    .digest('base64url')
  return [...ids, signature].join('-')
}

/** The ids that were sealed for this purpose; null for a text that this server did not make. */
export function unseal(secret: string, purpose: string, text: string): number[] | null {
  if (!/^([1-9]\d{0,9}-)+[\w-]{43}$/.test(text)) return null
  const ids = text.slice(0, -44).split('-').map(Number)
  return timingSafeEqual(Buffer.from(text), Buffer.from(seal(secret, purpose, ...ids))) ? ids : null
}
