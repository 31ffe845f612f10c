import { z } from 'zod'
import { paths } from '#contract/paths.ts'

/** The parameter that carries an unlisted event's key, in the address of its page and in calls: `/events/7?link=<key>`. */
export const linkParameter = 'link'

const keyLength = 100

/** The query of calls that take an unlisted event's key. A text that cannot be a key counts as a missing one. */
export const LinkQuery = z.object({ [linkParameter]: z.string().max(keyLength).optional().catch(undefined) })

/** Whether an event is for whoever was given its link: a private one without domains, which its number alone does not
 *  find. */
export function isUnlisted(event: { visibility: string; allowed_email_domains: string }): boolean {
  return event.visibility === 'PRIVATE' && event.allowed_email_domains === ''
}

/** The path of an event's page; with `key` for those who have not seen an unlisted event before. */
export function eventPath(id: number, key = ''): string {
  return `${paths.event(id)}${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}

/** The address of an event's page, with its key and its question and nothing else, out of an address that anybody may have
 *  written; null where it is another one. */
export function eventAddress(address: string): string | null {
  const [, id = '', query = ''] = /^\/events\/([1-9]\d{0,9})(?:\?(.*))?$/.exec(address) ?? []
  if (id === '') return null
  const given = new URLSearchParams(query)
  const path = eventPath(Number(id), given.get(linkParameter)?.slice(0, keyLength))
  return given.get(applyParameter) === 'now' ? withQuestion(path) : path
}

/** The parameter of an event's page that has it ask, once, whether its reader applies now: what the login leads back to.
 *  Nobody applies by an address alone. */
export const applyParameter = 'apply'

/** The address of an event's page, as path and query, with the question or without it. */
export function withQuestion(address: string, isAsked = true): string {
  const [path = '', query] = address.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(applyParameter)
  if (isAsked) parameters.set(applyParameter, 'now')
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
