import type { ReactNode } from 'react'
import { classes } from '#web/ui/display/classes.ts'
import { LoadingScreen } from '#web/ui/display/loading-screen.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { NavigationProgress, useSlowNavigation } from './navigation-progress.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSessionUpkeep } from './use-session-upkeep.ts'

/** What surrounds every page. `sidebar` false: only the top bar and the footer, for signing in and the like. */
export function Shell({ sidebar = true, children }: { sidebar?: boolean; children: ReactNode }) {
  useSessionUpkeep()
  const slow = useSlowNavigation()
  return (
    <div
      className={classes(
        'flex min-h-dvh flex-col pt-16 print:min-h-0 print:p-0!',
        sidebar && 'max-md:not-short:pb-[calc(4rem+env(safe-area-inset-bottom))] md:pl-20 lg:pinned:pl-72',
      )}
    >
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-card px-5 py-2.5 focus:translate-y-0 focus:shadow-float"
      >
        Skip to content
      </a>
      <TopBar drawer={sidebar} />
      <NavigationProgress />
      {sidebar ? <Sidebar /> : null}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {slow ? <LoadingScreen /> : null}
        <div hidden={slow}>{children}</div>
      </main>
      <Footer />
      {sidebar ? <BottomBar /> : null}
      <RouteAnnouncer />
    </div>
  )
}
