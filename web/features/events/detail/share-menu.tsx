import { Link2, MessageCircle, Share2, ThumbsUp } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { copyText } from '#web/lib/files/clipboard.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Menu, MenuButton, MenuLink } from '#web/ui/controls/menu.tsx'
import { roundButton } from './event-header.tsx'
import { socialShare, tweet } from './share.ts'

/** On the event's header: two networks, and the link to copy. */
export function ShareMenu({ event }: { event: Pick<Event, 'id' | 'event_name'> }) {
  const address = `${useOrigin()}/events/${event.id}`
  return (
    <Menu label="Share event" trigger={<Share2 aria-hidden className="size-5" />} triggerClassName={roundButton}>
      <MenuLink newTab to={tweet(event.event_name, address)} icon={<MessageCircle aria-hidden className="size-5" />}>
        Share on X (Twitter)
      </MenuLink>
      <MenuLink newTab to={socialShare(address)} icon={<ThumbsUp aria-hidden className="size-5" />}>
        Share on Facebook
      </MenuLink>
      <MenuButton onClick={handleCopy} icon={<Link2 aria-hidden className="size-5" />}>
        Copy Link
      </MenuButton>
    </Menu>
  )
}

async function handleCopy() {
  try {
    await copyText(window.location.href)
    notify.success('Link copied to clipboard!')
  } catch (error) {
    console.error(error)
  }
}
