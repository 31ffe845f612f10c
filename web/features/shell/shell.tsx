import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { inLanguage } from '#contract/language/languages.ts'
import { informationPages } from '#contract/paths.ts'
import * as m from '#messages/shell.json'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { classes } from '#web/ui/display/classes.ts'
import { LoadingScreen } from '#web/ui/display/loading.tsx'
import { Mark } from '#web/ui/display/mark.tsx'
import { BottomBar, Sidebar } from './navigation.tsx'
import { useSessionUpkeep } from './session-upkeep.ts'
import { TopBar } from './top-bar.tsx'

/** Loaded on demand, because the first paint does not need it. */
const OfflineNavigationGuard = onDemand(
  async () => (await import('./offline-navigation-guard.ts')).OfflineNavigationGuard,
)

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
        {m.skipToContent}
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
      <OfflineNavigationGuard />
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
  const leaving = state === 'loading' && location?.pathname !== inLanguage(pathname)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setSlow(true), 500)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [leaving])
  // Ends with the navigation: a page that is still hidden cannot be scrolled to its place.
  return leaving && slow
}

/** Announces the title of the next page to screen readers after a navigation, as a browser does after loading a
 *  page. Outside all layouts, which do not outlive a navigation to another one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="assertive" className="sr-only print:hidden">
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

const SchemeSwitch = onDemand(async () => (await import('./scheme-switch.tsx')).SchemeSwitch)

const pages = Object.values(informationPages)
const groups = [...new Set(pages.map(({ group }) => group))]

/** Links to every information page (specification, section 2, Shared chrome). */
function Footer() {
  const { brand } = useSite()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto grid max-w-7xl grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-6 px-4 py-8 text-sm sm:px-6 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="text-ink-soft max-md:col-span-full">
          <p className="flex min-h-11 items-center gap-2 font-medium text-ink">
            <Mark className="size-6" />
            {brand}
          </p>
          <p className="mb-4">{m.footerLine}</p>
          <div className="min-h-11">
            <SchemeSwitch />
          </div>
        </div>
        {groups.map((group) => (
          <FooterGroup key={group} group={group} />
        ))}
      </div>
    </footer>
  )
}

function FooterGroup({ group }: { group: (typeof groups)[number] }) {
  const heading = useId()
  return (
    <nav aria-labelledby={heading} className="max-md:last:col-span-full">
      <h2 id={heading} className="flex min-h-11 items-center">
        {group}
      </h2>
      <ul className="max-md:in-[nav:last-child]:flex max-md:in-[nav:last-child]:flex-wrap max-md:in-[nav:last-child]:gap-x-6">
        {pages
          .filter((page) => page.group === group)
          .map(({ path, title }) => (
            <li key={path}>
              <Link
                to={path}
                className="flex min-h-11 w-fit min-w-11 items-center rounded-sm text-ink-soft hover:text-ink hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
