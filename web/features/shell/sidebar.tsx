import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Navigation } from './navigation.tsx'
import { useSidebarPin } from './sidebar-pin.ts'

/** At the left from tablets on: narrow, wide while pointed at or typed in, or pinned open (remembered). */
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
        {pinned ? (
          <PanelLeftClose aria-hidden className="size-6 shrink-0" />
        ) : (
          <PanelLeftOpen aria-hidden className="size-6 shrink-0" />
        )}
        Keep sidebar open
      </button>
    </aside>
  )
}
