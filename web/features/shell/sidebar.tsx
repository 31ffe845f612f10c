import { PanelLeft } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { writeItem } from '#web/lib/storage/storage.ts'
import { Navigation } from './navigation.tsx'

/** The sidebar on tablets and wider screens: narrow, wide while pointed at or typed in, or pinned open (remembered). */
export function Sidebar() {
  const { pinned, togglePin } = useSidebarPin()
  return (
    <aside
      aria-label="Sidebar"
      className="group fixed top-16 bottom-0 left-0 z-20 hidden w-20 flex-col overflow-hidden border-r border-line bg-card p-4 transition-[width,box-shadow] hover:w-72 hover:shadow-float has-focus-visible:w-72 has-focus-visible:shadow-float md:flex lg:pinned:w-72 lg:pinned:shadow-none short:top-0 short:pt-20 print:hidden"
    >
      <Navigation />
      <button
        type="button"
        aria-pressed={pinned}
        onClick={togglePin}
        className="mt-auto hidden h-12 items-center gap-3 overflow-hidden rounded-sm px-3 whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink lg:flex"
      >
        <PanelLeft aria-hidden className="size-6 shrink-0" />
        Keep sidebar open
      </button>
    </aside>
  )
}

const listeners = new Set<() => void>()

/** Whether the sidebar is pinned open. The root element's attribute decides: theme.ts sets it before the first
 *  paint. */
function useSidebarPin(): { pinned: boolean; togglePin: () => void } {
  const pinned = useSyncExternalStore(subscribe, isPinned, () => false)
  return { pinned, togglePin }
}

function togglePin() {
  const next = isPinned() ? 'collapsed' : 'open'
  document.documentElement.dataset.sidebar = next
  writeItem('localStorage', 'sidebar', next)
  for (const listener of listeners) listener()
}

const isPinned = () => document.documentElement.dataset.sidebar === 'open'

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
