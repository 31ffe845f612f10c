import { Bookmark, CalendarCog, Compass, type IconNode, Megaphone, PanelLeft, Search, Ticket } from 'lucide'
import { useState, useSyncExternalStore } from 'react'
import { NavLink } from 'react-router'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/shell.json'
import { Icon } from '#web/lib/icon.tsx'
import { createListeners } from '#web/lib/listeners.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { writeItem } from '#web/lib/storage/storage.ts'
import { classes } from '#web/ui/display/classes.ts'

/** The entries with a search box, for the drawer and the sidebar. The collapsed sidebar hides the box. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const [search, setSearch] = useState('')
  const found = entriesFor(isOrganizer(useSession()), search)
  return (
    <nav aria-label={m.mainMenu} className="flex flex-col gap-1">
      <label className="relative mb-3 flex items-center">
        <span className="sr-only">{m.searchMenu}</span>
        <Icon icon={Search} className="pointer-events-none absolute left-3.5 text-ink-soft" />
        <input
          type="search"
          value={search}
          placeholder={m.searchMenu}
          onChange={(change) => setSearch(change.target.value)}
          className="control pr-0 pl-11"
        />
      </label>
      <ul className="flex flex-col gap-1">
        {found.map((entry) => (
          <NavigationEntry key={entry.to} entry={entry} {...(onNavigate && { onNavigate })} />
        ))}
      </ul>
      {found.length === 0 ? <p className="px-3 text-sm text-ink-soft">{m.nothingFound}</p> : null}
    </nav>
  )
}

function NavigationEntry({ entry, onNavigate }: { entry: Entry; onNavigate?: () => void }) {
  return (
    <li className={entry.for === 'non-organizers' ? 'organizer:hidden' : undefined}>
      <NavLink
        to={entry.to}
        onClick={onNavigate}
        className={({ isActive }) =>
          classes(
            'flex min-h-12 items-center gap-[min(0.75rem,3vw)] overflow-hidden rounded-sm px-[min(0.75rem,3vw)] whitespace-nowrap transition max-md:whitespace-normal',
            isActive ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
          )
        }
      >
        <Icon icon={entry.icon} className="size-[min(1.5rem,8vw)] shrink-0" />
        {entry.label}
      </NavLink>
    </li>
  )
}

/** The sidebar on tablets and wider screens: narrow, wide while pointed at or typed in, or permanently pinned open. */
export function Sidebar() {
  const { pinned, togglePin } = useSidebarPin()
  return (
    <aside
      aria-label={m.sidebar}
      className="sidebar group fixed top-16 bottom-0 left-0 z-20 hidden w-20 flex-col overflow-hidden border-r border-line bg-card p-4 transition-[width,box-shadow] hover:w-72 hover:shadow-float has-focus-visible:w-72 has-focus-visible:shadow-float md:flex lg:pinned:w-72 lg:pinned:shadow-none short:top-0 short:pt-20 print:hidden"
    >
      <Navigation />
      <button
        type="button"
        aria-pressed={pinned}
        onClick={togglePin}
        className="mt-auto hidden h-12 items-center gap-3 overflow-hidden rounded-sm px-3 whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink lg:flex"
      >
        <Icon icon={PanelLeft} className="size-6 shrink-0" />
        {m.keepSidebarOpen}
      </button>
    </aside>
  )
}

const { subscribe, emit } = createListeners()

/** Whether the sidebar is pinned open. Read from the root element's attribute, which theme.ts sets before the first
 *  paint. */
function useSidebarPin(): { pinned: boolean; togglePin: () => void } {
  const pinned = useSyncExternalStore(subscribe, isPinned, () => false)
  return { pinned, togglePin }
}

function togglePin() {
  const next = isPinned() ? 'collapsed' : 'open'
  document.documentElement.dataset.sidebar = next
  writeItem('localStorage', 'sidebar', next)
  emit()
}

const isPinned = () => document.documentElement.dataset.sidebar === 'open'

const places = 4

/** The bar at the bottom of phones with the first entries; the drawer has them all. */
export function BottomBar() {
  const entries = entriesFor(isOrganizer(useSession())).slice(0, places)
  return (
    <nav
      aria-label={m.quickMenu}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden short:static print:hidden"
    >
      <ul className="flex min-h-16">
        {entries.map(({ to, label, icon, for: audience }) => (
          <li key={to} className={classes('min-w-0 flex-auto', audience === 'non-organizers' && 'organizer:hidden')}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                classes(
                  'flex h-full flex-col items-center justify-center gap-0.5 px-0.5 text-center text-[min(var(--text-xs),4.8vw)]/tight wrap-anywhere',
                  isActive ? 'font-medium text-accent-ink' : 'text-ink-soft',
                )
              }
            >
              <Icon icon={icon} className="size-6" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export interface Entry {
  to: string
  label: string
  icon: IconNode
  for: 'everybody' | 'organizers' | 'non-organizers'
}

/** The entries of the sidebar, the drawer and the bar at the bottom of phones, in this order. */
const entries: readonly Entry[] = [
  { to: paths.discover, label: common.discover, icon: Compass, for: 'everybody' },
  { to: paths.myEvents, label: common.myEvents, icon: CalendarCog, for: 'organizers' },
  { to: paths.myTickets, label: common.myTickets, icon: Ticket, for: 'everybody' },
  { to: paths.bookmarks, label: m.bookmarks, icon: Bookmark, for: 'everybody' },
  { to: paths.becomeOrganizer, label: m.becomeOrganizer, icon: Megaphone, for: 'non-organizers' },
]

function entriesFor(organizer: boolean, search = ''): Entry[] {
  const wanted = search.trim().toLowerCase()
  return entries.filter(
    (entry) =>
      entry.for !== (organizer ? 'non-organizers' : 'organizers') && entry.label.toLowerCase().includes(wanted),
  )
}
