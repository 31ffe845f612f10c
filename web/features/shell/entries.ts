import { Bookmark, CalendarCog, Compass, type LucideIcon, Megaphone, Ticket } from 'lucide-react'

export interface Entry {
  to: string
  label: string
  icon: LucideIcon
  for: 'everybody' | 'organizers' | 'non-organizers'
}

/** The sidebar, the drawer and the bar at the bottom of phones, in this order. A page that comes is added here. */
export const entries: readonly Entry[] = [
  { to: '/discover', label: 'Discover', icon: Compass, for: 'everybody' },
  { to: '/my-events', label: 'My Events', icon: CalendarCog, for: 'organizers' },
  { to: '/my-tickets', label: 'My Tickets', icon: Ticket, for: 'everybody' },
  { to: '/bookmarks', label: 'Bookmarks', icon: Bookmark, for: 'everybody' },
  { to: '/become-organizer', label: 'Become Organizer', icon: Megaphone, for: 'non-organizers' },
]

export function entriesFor(organizer: boolean, search = ''): Entry[] {
  const wanted = search.trim().toLowerCase()
  return entries.filter(
    (entry) =>
      entry.for !== (organizer ? 'non-organizers' : 'organizers') && entry.label.toLowerCase().includes(wanted),
  )
}
