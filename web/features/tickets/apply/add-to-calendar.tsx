import { CalendarPlus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { linkParameter } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { eventCalendar } from '#contract/events/feeds.ts'
import { paths } from '#contract/paths.ts'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'
import { calendarLinks } from './calendar-links.ts'

/** One menu for all calendars. */
export function AddToCalendar({ event }: { event: Event }) {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const { google, outlook } = calendarLinks(event, origin + paths.event(event.id))
  const key = event.link_key || params.get(linkParameter) || ''
  // A calendar asks for the file without the reader's session: a private event's needs the key of its link.
  const hasFile = event.visibility === 'PUBLIC' || key !== ''
  const icon = <CalendarPlus aria-hidden className="size-5" />
  return (
    <Menu
      label="Add to calendar"
      trigger={
        <>
          {icon}
          Add to calendar
        </>
      }
      triggerClassName="inline-flex min-h-11 max-w-full flex-auto items-center justify-center gap-2 rounded-full border border-line bg-card px-[min(1.25rem,6vw)] [&>svg]:shrink-0 py-2 font-medium text-accent-ink transition hover:border-accent hover:bg-accent-soft"
    >
      {hasFile ? (
        <MenuLink reloads to={eventCalendar(event.id, key)} icon={icon}>
          Calendar file (.ics)
        </MenuLink>
      ) : null}
      <MenuLink newTab to={google} icon={icon}>
        Google Calendar
      </MenuLink>
      <MenuLink newTab to={outlook} icon={icon}>
        Outlook
      </MenuLink>
    </Menu>
  )
}
