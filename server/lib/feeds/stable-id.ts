import { createHash } from 'node:crypto'

/** A UUID (RFC 9562, version 8) that stays the same for a thing of this installation, whatever its address is, and that no
 *  other installation gives. `installation` is the public key of its signatures; `thing` is such as `event 7`. */
export function stableId(installation: string, thing: string): string {
  const bytes = createHash('sha256').update(`${installation} ${thing}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
