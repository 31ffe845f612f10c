import { CalendarPlus, Link2, Rss } from 'lucide-react'
import { withoutLanguage } from '#contract/language/languages.ts'
import * as m from '#messages/ui.json'
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

  const handleCopy = () => copyWithNotice(calendar, m.calendarCopied)

  return (
    <Menu
      label={m.subscribe}
      trigger={
        <>
          <Rss aria-hidden className="size-4 shrink-0" />
          {m.subscribe}
        </>
      }
      triggerClassName="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap text-accent-ink transition hover:bg-accent-soft sm:px-4"
    >
      <MenuLink to={calendar.replace(/^https?:/, 'webcal:')} icon={<CalendarPlus aria-hidden className="size-5" />}>
        {m.calendarApp}
      </MenuLink>
      <MenuButton onClick={handleCopy} icon={<Link2 aria-hidden className="size-5" />}>
        {m.copyCalendar}
      </MenuButton>
      <MenuLink newTab to={withoutLanguage(feeds.atom)} icon={<Rss aria-hidden className="size-5" />}>
        {m.atomFeed}
      </MenuLink>
    </Menu>
  )
}
