import { type CheckedCode, signedText } from '#contract/tickets/ticket-code.ts'

/** Loads the library that checks signatures while there is a network. */
export const loadVerifier = () => import('@noble/ed25519')

/** Whether a code is signed with this key (Ed25519, base64url). Null where the browser cannot check it: it has no
 *  `crypto.subtle` outside of https and localhost, or the library has not been loaded. */
export async function checkSignature(code: CheckedCode, publicKey: string): Promise<boolean | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const verifier = await loadVerifier().catch(() => null)
  if (verifier === null) return null
  try {
    const text = new TextEncoder().encode(signedText(code))
    return await verifier.verifyAsync(bytesOf(code.signature), text, bytesOf(publicKey))
  } catch {
    // The text does not have the shape of a signature.
    return false
  }
}

function bytesOf(base64url: string): Uint8Array {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
