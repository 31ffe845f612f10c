import { useSearchParams } from 'react-router'
import { eventPath, isUnlisted, linkParameter } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { useOrigin } from '#web/lib/page/origin.ts'

/** The key in the address of a page; undefined where there is none. */
export function linkKeyOf({ url }: Request): string | undefined {
  return new URL(url).searchParams.get(linkParameter) ?? undefined
}

/** Of the page of an unlisted event, whose address is a secret: no other page hears more of it than the site's name, which
 *  Google's sign-in wants to know, and no cache that people share keeps it. */
export function unlistedHeaders(event: Event): Record<string, string> {
  return isUnlisted(event) ? { 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' } : {}
}

export type Shared = Pick<Event, 'id' | 'event_name' | 'visibility' | 'allowed_email_domains' | 'link_key'>

/** The address to share. Of an unlisted event it holds the key, for its owner and for whoever came with it. */
export function useShareAddress(event: Shared): string {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const key = isUnlisted(event) ? event.link_key || params.get(linkParameter) : null
  return origin + eventPath(event.id, key ?? '')
}

/** What one copies: the address as it stands above the page, unless that opens the page for nobody else. */
export function addressToCopy(event: Shared, toShare: string): string {
  return isUnlisted(event) ? toShare : window.location.href
}
