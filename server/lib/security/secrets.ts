import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url, for links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256: enough for storing such a secret, because nobody can guess it. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
