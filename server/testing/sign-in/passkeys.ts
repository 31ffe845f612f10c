import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

/** A device with passkeys, in software: makes ES256 keys and signs with them, after its owner has unlocked it. */
export function newDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  /** The answer to the options for a new passkey. */
  function create({ challenge, rp, user }: Creation, given: Given = {}) {
    handle = user.id
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
    const data = authenticatorData(given.rpId ?? rp.id, given.flags ?? 0x45, counter, credential)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(data.length)
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59]),
      length,
      data,
    ])
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: text(clientData(given.type ?? 'webauthn.create', challenge, given.origin ?? siteOf(rp.id))),
        attestationObject: text(attestation),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** The answer to the options for a sign-in. */
  function sign({ challenge, rpId }: { challenge: string; rpId: string }, given: Given = {}) {
    counter = given.counter ?? counter + 1
    const data = authenticatorData(given.rpId ?? rpId, given.flags ?? 0x05, counter)
    const client = clientData(given.type ?? 'webauthn.get', challenge, given.origin ?? siteOf(rpId))
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(
          createSign('sha256')
            .update(signed)
            .sign(given.key ?? privateKey),
        ),
        userHandle: given.handle ?? (handle || null),
      },
      clientExtensionResults: {},
    }
  }

  return { id, create, sign }
}

/** What a hostile client does otherwise. */
interface Given {
  origin?: string
  rpId?: string
  type?: string
  /** 0x01 present, 0x04 unlocked by its owner, 0x40 with a new credential. */
  flags?: number
  counter?: number
  handle?: string
  key?: KeyObject
}

function authenticatorData(rpId: string, flags: number, counter: number, more = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, more])
}

/** A P-256 key as CBOR (RFC 9053, section 7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

const siteOf = (host: string) => (host === 'localhost' ? 'http://localhost' : `https://${host}`)

const text = (bytes: Buffer) => bytes.toString('base64url')
