import { Search } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { classes } from '#web/ui/display/classes.ts'
import { type Entry, entriesFor } from './entries.ts'

/** The entries with a box that filters them, for the drawer and for the sidebar, which clips the box while
 *  collapsed. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const [search, setSearch] = useState('')
  const found = entriesFor(isOrganizer(useSession()), search)
  return (
    <nav aria-label="Main" className="flex flex-col gap-1">
      <label className="relative mb-3 flex items-center">
        <span className="sr-only">Search menu</span>
        <Search aria-hidden className="pointer-events-none absolute left-3.5 size-5 text-ink-soft" />
        <input
          type="search"
          value={search}
          placeholder="Search menu"
          onChange={(change) => setSearch(change.target.value)}
          className="control pr-0 pl-11"
        />
      </label>
      <ul className="flex flex-col gap-1">
        {found.map((entry) => (
          <NavigationEntry key={entry.to} entry={entry} {...(onNavigate && { onNavigate })} />
        ))}
      </ul>
      {found.length === 0 ? <p className="px-3 text-sm text-ink-soft">Nothing found</p> : null}
    </nav>
  )
}

function NavigationEntry({ entry, onNavigate }: { entry: Entry; onNavigate?: () => void }) {
  const Icon = entry.icon
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
        <Icon aria-hidden className="size-[min(1.5rem,8vw)] shrink-0" />
        {entry.label}
      </NavLink>
    </li>
  )
}
