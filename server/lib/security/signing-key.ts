import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The server's Ed25519 key pair (RFC 8032). Signatures and the public key are in base64url. */
export interface SigningKey {
  /** The 32 bytes of the public key, which anyone can use to check a signature. */
  publicKey: string
  /** A signature of 64 bytes; equal texts get equal signatures. */
  sign(text: string): string
  /** False unless this key signed this text. */
  verify(text: string, signature: string): boolean
}

/** The bytes before the 32 secret ones in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** This installation's one key, created by the first call. It is in the database: all server processes sign alike, backups
 *  include it, and signatures outlive a change of TOKEN_SECRET. */
export async function openSigningKey(db: Db): Promise<SigningKey> {
  const { secret } = (await selectSecret(db)) ?? (await insertSecret(db))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, secret]), format: 'der', type: 'pkcs8' })
  return keyPair(privateKey, createPublicKey(privateKey))
}

function keyPair(privateKey: KeyObject, publicKey: KeyObject): SigningKey {
  return {
    publicKey: String(publicKey.export({ format: 'jwk' }).x),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url')),
  }
}

interface Secret {
  secret: Buffer
}

function selectSecret(db: Db): Promise<Secret | null> {
  return db.maybeOne(sql`SELECT secret FROM signing_key`)
}

/** Stores a new key and returns the stored one: concurrent processes both get the first one's key. */
async function insertSecret(db: Db): Promise<Secret> {
  await db.run(sql`INSERT INTO signing_key (secret) VALUES (${randomBytes(32)}) ON CONFLICT DO NOTHING`)
  return db.one(sql`SELECT secret FROM signing_key`)
}
