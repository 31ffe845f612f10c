import { NavLink } from 'react-router'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { classes } from '#web/ui/display/classes.ts'
import { entriesFor } from './entries.ts'

const places = 4

/** The bar at the bottom of phones with the first entries; the drawer has them all. */
export function BottomBar() {
  const entries = entriesFor(isOrganizer(useSession())).slice(0, places)
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden short:static print:hidden"
    >
      <ul className="flex min-h-16">
        {entries.map(({ to, label, icon: Icon, for: audience }) => (
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
              <Icon aria-hidden className="size-6" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
