import { CalendarPlus, Link2, Rss } from 'lucide'
import { withoutLanguage } from '#contract/language/languages.ts'
import * as m from '#messages/ui.json'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
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
          <Icon icon={Rss} className="size-4 shrink-0" />
          {m.subscribe}
        </>
      }
      triggerClassName="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap text-accent-ink transition hover:bg-accent-soft sm:px-4"
    >
      <MenuLink to={calendar.replace(/^https?:/, 'webcal:')} icon={CalendarPlus}>
        {m.calendarApp}
      </MenuLink>
      <MenuButton onClick={handleCopy} icon={Link2}>
        {m.copyCalendar}
      </MenuButton>
      <MenuLink newTab to={withoutLanguage(feeds.atom)} icon={Rss}>
        {m.atomFeed}
      </MenuLink>
    </Menu>
  )
}
