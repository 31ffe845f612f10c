/** The hash of a door link: its secret is 256 random bits in base64url. */
const secret = /^#([\w-]{43})$/

/** The secret of a door link in an address's hash; null for any other hash, for example one that leads to a part of
 *  the page. */
export function secretIn(hash: string): string | null {
  return secret.exec(hash)?.[1] ?? null
}
