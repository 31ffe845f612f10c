import { z } from 'zod'
import { paths } from '#contract/paths.ts'

/** The parameter of an unlisted event's address, of its page as of its call: `/events/7?link=<key>`. */
export const linkParameter = 'link'

/** What is no key is a wrong one, and finds nothing. */
export const LinkQuery = z.object({ [linkParameter]: z.string().max(100).optional().catch(undefined) })

/** A private event without domains is for whoever was given its link, and its number alone finds nothing. */
export function isUnlisted(event: { visibility: string; allowed_email_domains: string }): boolean {
  return event.visibility === 'PRIVATE' && event.allowed_email_domains === ''
}

/** The path of an event's page; with `key` for those who have not seen an unlisted event before. */
export function eventPath(id: number, key = ''): string {
  return `${paths.event(id)}${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}
