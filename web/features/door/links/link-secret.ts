/** Of a door link: 256 random bits in base64url. */
const secret = /^#([\w-]{43})$/

/** The secret of a door link out of an address's hash; null for any other hash, as of a link within the page. */
export function secretIn(hash: string): string | null {
  return secret.exec(hash)?.[1] ?? null
}
