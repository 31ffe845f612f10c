import type { EventRole } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'

/** The parameter with an unlisted event's key, in pages and calls: `/events/7?link=<key>`. */
export const linkParameter = 'link'

/** The longest link key, in characters. */
export const linkKeyLength = 100

/** Private without domains: found only with its link. */
export function isUnlisted(event: { visibility: string; allowed_email_domains: string }): boolean {
  return event.visibility === 'PRIVATE' && event.allowed_email_domains === ''
}

/** With `key` for people who have not opened an unlisted event before. */
export function eventPath(id: number, key = ''): string {
  return `${paths.event(id)}${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}

/** The parameter with a code for applicants: `/events/7?code=FRIENDS`. */
export const codeParameter = 'code'

/** Reduces an untrusted address to the path of an event's page with its key, code and apply question; null for any other
 *  page. */
export function eventAddress(address: string): string | null {
  const [, id = '', asked = ''] = /^\/events\/([1-9]\d{0,9})(?:\?(.*))?$/.exec(address) ?? []
  if (id === '') return null
  const given = new URLSearchParams(asked)
  const key = given.get(linkParameter)?.slice(0, linkKeyLength)
  const code = given.get(codeParameter)?.slice(0, 40)
  const query = new URLSearchParams({ ...(key && { [linkParameter]: key }), ...(code && { [codeParameter]: code }) })
  const path = `${paths.event(Number(id))}${query.size > 0 ? `?${query}` : ''}`
  return given.get(applyParameter) === 'now' ? withQuestion(path) : path
}

/** Makes the event's page ask once whether to apply, after a login. An address alone never applies. */
export const applyParameter = 'apply'

/** Adds the apply question to a path, or removes it. */
export function withQuestion(address: string, isAsked = true): string {
  const [path = '', query] = address.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(applyParameter)
  if (isAsked) parameters.set(applyParameter, 'now')
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** The parameter with the label of a link, by which its visits are counted: `/events/7?from=poster`. */
export const fromParameter = 'from'

/** The event's card for frames on other sites. */
export function eventEmbed(id: number) {
  return `/events/${id}/embed` as const
}

/** Where oEmbed describes that card (https://oembed.com). `address` is the full URL of the event's page. */
export function oEmbedPath(address: string) {
  return `/oembed?${new URLSearchParams({ url: address })}` as const
}

/** The path of an event's page in a link with a label. */
export function eventPathFrom(id: number, key: string, label: string): string {
  const query = new URLSearchParams({ ...(key && { [linkParameter]: key }), [fromParameter]: label })
  return `${paths.event(id)}?${query}`
}

/** Link preview images, in pixels. */
export const previewSize = { width: 1200, height: 630 } as const

/** For public pages without a picture of their own. */
export const sitePreview = '/preview.jpg'

/** With name, date and place. The version changes the address, so that networks do not show an old picture. */
export function eventPreview({ id, version }: { id: number; version: number }): string {
  return `/events/${id}/preview.jpg?v=${version}`
}

export type { FeedQuery } from './event-list.schemas.ts'

/** Per document; then an Atom feed links its next page (RFC 5005, section 3). */
export const longestFeed = 200

/** RFC 4287 and RFC 5545. */
export type FeedKind = 'atom' | 'ics'

/** `query` is '' or the list's query, such as `?category=CONCERT`. */
export function eventsFeed<Kind extends FeedKind>(kind: Kind, query = ''): `/feeds/events.${Kind}${string}` {
  return `/feeds/events.${kind}${query}`
}

export function organizerFeed<Kind extends FeedKind>(organizerId: number, kind: Kind) {
  return `/feeds/organizers/${organizerId}.${kind}` as const
}

/** With `key` for people who have not opened an unlisted event before. */
export function eventCalendar(eventId: number, key = ''): `/events/${number}.ics${string}` {
  return `/events/${eventId}.ics${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}

/** The page with which somebody of an event's team starts. */
export function teamHome(eventId: number, role: EventRole): string {
  if (role === 'door') return paths.team(eventId)
  return role === 'desk' ? paths.applicants(eventId) : paths.manage(eventId)
}
