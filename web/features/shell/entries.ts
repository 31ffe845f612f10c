import { Bookmark, CalendarCog, Compass, type LucideIcon, Megaphone, Ticket } from 'lucide-react'
import { paths } from '#contract/paths.ts'

export interface Entry {
  to: string
  label: string
  icon: LucideIcon
  for: 'everybody' | 'organizers' | 'non-organizers'
}

/** The entries of the sidebar, the drawer and the bar at the bottom of phones, in this order. New pages are added
 *  here. */
export const entries: readonly Entry[] = [
  { to: paths.discover, label: 'Discover', icon: Compass, for: 'everybody' },
  { to: paths.myEvents, label: 'My Events', icon: CalendarCog, for: 'organizers' },
  { to: paths.myTickets, label: 'My Tickets', icon: Ticket, for: 'everybody' },
  { to: paths.bookmarks, label: 'Bookmarks', icon: Bookmark, for: 'everybody' },
  { to: paths.becomeOrganizer, label: 'Become Organizer', icon: Megaphone, for: 'non-organizers' },
]

export function entriesFor(organizer: boolean, search = ''): Entry[] {
  const wanted = search.trim().toLowerCase()
  return entries.filter(
    (entry) =>
      entry.for !== (organizer ? 'non-organizers' : 'organizers') && entry.label.toLowerCase().includes(wanted),
  )
}
