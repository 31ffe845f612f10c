import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { late } from '#web/lib/page/late.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { LoadingScreen } from '#web/ui/display/loading.tsx'
import { Footer } from './footer.tsx'
import { BottomBar, Sidebar } from './navigation.tsx'
import { useSessionUpkeep } from './session-upkeep.ts'
import { TopBar } from './top-bar.tsx'

/** Loaded on demand, because the first paint does not need it. */
const CodeAtHand = late(async () => (await import('./code-at-hand.ts')).CodeAtHand)

/** The frame around every page. With `sidebar` false it is only the top bar and the footer, for signing in and
 *  similar tasks. */
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
        className="print:hidden fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-card px-5 py-2.5 focus:translate-y-0 focus:shadow-float"
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
      <CodeAtHand />
    </div>
  )
}

/** A thin line while the next page loads. The style sheet delays it, so that it does not flash for quick pages. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden className="gradient fixed inset-x-0 top-16 z-30 h-0.5 animate-pulse" />
}

/** True once a navigation has taken half a second; then the loading screen is shown. */
function useSlowNavigation(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const leaving = state === 'loading' && location?.pathname !== pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setSlow(true), 500)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [leaving])
  return slow
}

/** Announces the title of the next page to screen readers after a navigation, as a browser does after loading a
 *  page. */
function RouteAnnouncer() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}

/**
 * Restores the scroll position on Back, and starts every other page at the top. React Router also scrolls to the top
 * when the first page has loaded personal data; this undoes that, because the viewer may have scrolled by then.
 */
export function ScrollPosition() {
  const { key } = useLocation()
  const first = useRef<string | null>(key)
  const before = useRef(0)
  // Renders this component after every change of the router's state, like React Router's own effect.
  useNavigation()
  useLayoutEffect(() => {
    if (key !== first.current) first.current = null
    else if (window.scrollY !== before.current) window.scrollTo(0, before.current)
  })
  return (
    <>
      <ReadBefore position={before} />
      <ScrollRestoration />
    </>
  )
}

/** Reads the scroll position in an effect. Render it before ScrollRestoration, so that its effect runs first. */
function ReadBefore({ position }: { position: RefObject<number> }) {
  useLayoutEffect(() => {
    position.current = window.scrollY
  })
  return null
}
