/** The thread that signs Apple's passes. A signature takes a tenth of a second of pure calculation. */
import { PKPass } from 'passkit-generator'
import { serve } from '#server/lib/threads/threads.ts'

export interface Unsigned {
  /** The content of `pass.json`. */
  pass: object
  /** PNGs by file name. */
  pictures: Record<string, Uint8Array>
  /** In PEM: Apple's intermediate certificate, the operator's certificate and its key. */
  certificates: { wwdr: string; signerCert: string; signerKey: string }
}

/** The bundle: a ZIP file with a manifest and its PKCS #7 signature. */
function sign({ pass, pictures, certificates }: Unsigned): Uint8Array {
  const files = Object.entries(pictures).map(([name, content]) => [name, Buffer.from(content)] as const)
  const content = { ...Object.fromEntries(files), 'pass.json': Buffer.from(JSON.stringify(pass)) }
  return new PKPass(content, certificates).getAsBuffer()
}

serve(sign)
