import { Link2, MessageCircle, Share2, ThumbsUp } from 'lucide-react'
import { roundButton } from '#web/features/events/detail/event-header.tsx'
import { copyText } from '#web/lib/files/files.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Menu, MenuButton, MenuLink } from '#web/ui/controls/menu.tsx'
import { addressToCopy, type Shared, useShareAddress } from './unlisted.ts'

/** The share menu in an event's header: two networks, and copying the link. */
export function ShareMenu({ event }: { event: Shared }) {
  const address = useShareAddress(event)
  return (
    <Menu label="Share event" trigger={<Share2 aria-hidden className="size-5" />} triggerClassName={roundButton}>
      <MenuLink newTab to={tweet(event.event_name, address)} icon={<MessageCircle aria-hidden className="size-5" />}>
        Share on X (Twitter)
      </MenuLink>
      <MenuLink newTab to={socialShare(address)} icon={<ThumbsUp aria-hidden className="size-5" />}>
        Share on Facebook
      </MenuLink>
      <MenuButton onClick={() => copy(addressToCopy(event, address))} icon={<Link2 aria-hidden className="size-5" />}>
        Copy Link
      </MenuButton>
    </Menu>
  )
}

async function copy(address: string) {
  try {
    await copyText(address)
    notify.success('Link copied to clipboard!')
  } catch (error) {
    console.error(error)
  }
}

/** The address at which the microblog network opens a message, for the reader to finish and send. */
export function tweet(eventName: string, address: string): string {
  const query = new URLSearchParams({ text: `Check out this event: ${eventName}`, url: address })
  return `https://x.com/intent/post?${query}`
}

function socialShare(address: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`
}
