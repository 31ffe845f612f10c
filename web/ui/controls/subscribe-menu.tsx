import { CalendarPlus, Link2, Rss } from 'lucide-react'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { useOrigin } from '#web/lib/page/site.ts'
import { Menu, MenuButton, MenuLink } from './menu.tsx'

interface SubscribeMenuProps {
  /** Root-relative addresses of the list's feeds. */
  feeds: { ics: string; atom: string }
}

/** Subscribes to a list in a calendar or a feed reader. */
export function SubscribeMenu({ feeds }: SubscribeMenuProps) {
  const calendar = useOrigin() + feeds.ics

  const handleCopy = () => copyWithNotice(calendar, 'Calendar address copied to clipboard!')

  return (
    <Menu
      label="Subscribe"
      trigger={
        <>
          <Rss aria-hidden className="size-4 shrink-0" />
          Subscribe
        </>
      }
      triggerClassName="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap text-accent-ink transition hover:bg-accent-soft sm:px-4"
    >
      <MenuLink to={calendar.replace(/^https?:/, 'webcal:')} icon={<CalendarPlus aria-hidden className="size-5" />}>
        Open in calendar app
      </MenuLink>
      <MenuButton onClick={handleCopy} icon={<Link2 aria-hidden className="size-5" />}>
        Copy calendar address
      </MenuButton>
      <MenuLink newTab to={feeds.atom} icon={<Rss aria-hidden className="size-5" />}>
        Open Atom feed
      </MenuLink>
    </Menu>
  )
}
