import { createHmac, timingSafeEqual } from 'node:crypto'

/** One person's following of one organizer. */
export interface Follow {
  organizerId: number
  userId: number
}

/** The end of the link that stops a follow: both numbers and a seal of the server's secret, such as '7-57-…'. It is equal
 *  in every mail, so that old mails stop what was begun anew. */
export function stopLinkOf(secret: string, { organizerId, userId }: Follow): string {
  return `${organizerId}-${userId}-${sealOf(secret, organizerId, userId)}`
}

/** The follow that a link stops; null for a text that this server did not make. */
export function followOf(secret: string, link: string): Follow | null {
  const [, organizerId, userId, seal = ''] = /^([1-9]\d{0,9})-([1-9]\d{0,9})-([\w-]{43})$/.exec(link) ?? []
  const expected = sealOf(secret, Number(organizerId), Number(userId))
  if (seal.length !== expected.length || !timingSafeEqual(Buffer.from(seal), Buffer.from(expected))) return null
  return { organizerId: Number(organizerId), userId: Number(userId) }
}

function sealOf(secret: string, organizerId: number, userId: number): string {
  return createHmac('sha256', secret).update(`stop following ${organizerId} ${userId}`).digest('base64url')
}
