import { Link2, MessageCircle, Share2, ThumbsUp } from 'lucide'
import { useSearchParams } from 'react-router'
import { eventPath, isUnlisted, linkParameter } from '#contract/events/event-links.ts'
import type { Event } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-share.json'
import { copyText, share } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu, MenuButton, MenuLink } from '#web/ui/controls/menu.tsx'
import { roundButton } from './event-header.tsx'

/** Opens the device's share dialog, or copies the link. */
export function ShareButton({ event }: { event: Shared }) {
  const address = useShareAddress(event)
  return (
    <Button
      variant="secondary"
      className="gap-1.5 px-3 font-normal sm:px-4"
      onClick={() => share({ title: event.event_name, url: addressToCopy(event, address) }, m.eventLinkCopied)}
    >
      <Icon icon={Share2} />
      {common.share}
    </Button>
  )
}

/** Shares on LINE, X or Facebook, or copies the link. */
export function ShareMenu({ event }: { event: Shared }) {
  const address = useShareAddress(event)
  return (
    <Menu label={m.shareEvent} trigger={<Icon icon={Share2} />} triggerClassName={roundButton}>
      <MenuLink newTab to={lineShare(address)} icon={MessageCircle}>
        {m.shareOnLine}
      </MenuLink>
      <MenuLink newTab to={tweet(event.event_name, address)} icon={MessageCircle}>
        {m.shareOnX}
      </MenuLink>
      <MenuLink newTab to={socialShare(address)} icon={ThumbsUp}>
        {m.shareOnFacebook}
      </MenuLink>
      <MenuButton onClick={() => copyPageLink(addressToCopy(event, address))} icon={Link2}>
        {common.copyLink}
      </MenuButton>
    </Menu>
  )
}

async function copyPageLink(address: string) {
  try {
    await copyText(address)
    notify.success(common.linkCopied)
  } catch (error) {
    console.error(error)
  }
}

/** The address of a prefilled post. */
export function tweet(eventName: string, address: string): string {
  const query = new URLSearchParams({ text: fill(m.checkOut, { event: eventName }), url: address })
  return `https://x.com/intent/post?${query}`
}

/** Opens LINE's app on phones. LINE shows the page's own title and picture. */
function lineShare(address: string): string {
  return `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url: address })}`
}

function socialShare(address: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`
}

export function linkKeyOf({ url }: Request): string | undefined {
  return new URL(url).searchParams.get(linkParameter) ?? undefined
}

/** An unlisted event's address is secret: other sites see only the origin, which Google sign-in needs, and shared
 *  caches must not store the page. */
export function unlistedHeaders(event: Event): Record<string, string> {
  return isUnlisted(event) ? { 'referrer-policy': 'strict-origin', 'cache-control': 'private, no-cache' } : {}
}

type Shared = Pick<Event, 'id' | 'event_name' | 'visibility' | 'allowed_email_domains' | 'link_key'>

/** Includes an unlisted event's key if the viewer owns the event or came with the key. */
function useShareAddress(event: Shared): string {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const key = isUnlisted(event) ? event.link_key || params.get(linkParameter) : null
  return origin + eventPath(event.id, key ?? '')
}

/** The current page's address, or for unlisted events one that other people can open. */
function addressToCopy(event: Shared, toShare: string): string {
  return isUnlisted(event) ? toShare : window.location.href
}
