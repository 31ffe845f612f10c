import { useSearchParams } from 'react-router'
import { eventPath, isUnlisted, linkParameter } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { useOrigin } from '#web/lib/page/origin.ts'

/** The key in the address of a page; undefined where there is none. */
export function linkKeyOf({ url }: Request): string | undefined {
  return new URL(url).searchParams.get(linkParameter) ?? undefined
}

/** Headers for the page of an unlisted event, whose address is secret: other sites see only the site's name, which
 *  Google's sign-in needs, and no shared cache stores the page. */
export function unlistedHeaders(event: Event): Record<string, string> {
  return isUnlisted(event) ? { 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' } : {}
}

export type Shared = Pick<Event, 'id' | 'event_name' | 'visibility' | 'allowed_email_domains' | 'link_key'>

/** The address to share. For an unlisted event it contains the key, if the reader owns the event or came with the
 *  key. */
export function useShareAddress(event: Shared): string {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const key = isUnlisted(event) ? event.link_key || params.get(linkParameter) : null
  return origin + eventPath(event.id, key ?? '')
}

/** The address to copy: the one of the page, unless it would open the page for nobody else. */
export function addressToCopy(event: Shared, toShare: string): string {
  return isUnlisted(event) ? toShare : window.location.href
}
