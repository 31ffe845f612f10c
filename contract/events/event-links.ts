import { paths } from '#contract/paths.ts'

/** The parameter that carries an unlisted event's key, in the address of its page and in calls: `/events/7?link=<key>`. */
export const linkParameter = 'link'

/** The longest link key, in characters. */
export const linkKeyLength = 100

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
  const path = eventPath(Number(id), given.get(linkParameter)?.slice(0, linkKeyLength))
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

/** Width and height in pixels of the pictures that stand for a page where somebody shares a link to it. */
export const previewSize = { width: 1200, height: 630 } as const

/** The picture of every public page that has none of its own: the product's name and what it is for. */
export const sitePreview = '/preview.jpg'

/** The picture of a public event, with its name, date and place. A changed event has another address, so that no network
 *  keeps showing the old picture. */
export function eventPreview({ id, version }: { id: number; version: number }): string {
  return `/events/${id}/preview.jpg?v=${version}`
}

export type { FeedQuery } from './event-list.schemas.ts'

/** The highest number of events in one feed; behind them an Atom feed names its next page (RFC 5005, section 3). */
export const longestFeed = 200

/** `atom` for feed readers (RFC 4287), `ics` for calendars (RFC 5545). */
export type FeedKind = 'atom' | 'ics'

/** The feed of a list; `query` is '' or the list's own, such as `?category=CONCERT`. */
export function eventsFeed<Kind extends FeedKind>(kind: Kind, query = ''): `/feeds/events.${Kind}${string}` {
  return `/feeds/events.${kind}${query}`
}

/** The feed of an organizer's public events. */
export function organizerFeed<Kind extends FeedKind>(organizerId: number, kind: Kind) {
  return `/feeds/organizers/${organizerId}.${kind}` as const
}

/** The calendar file of one event; with `key` for those who have not seen an unlisted event before. */
export function eventCalendar(eventId: number, key = ''): `/events/${number}.ics${string}` {
  return `/events/${eventId}.ics${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}
