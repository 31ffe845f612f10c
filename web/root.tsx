import mainFont from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url'
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url'
import { type ReactNode, use, useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts } from 'react-router'
import { pageLanguage } from '#contract/language/languages.ts'
import { RouteAnnouncer, ScrollPosition } from '#web/features/shell/shell.tsx'
import { useHydrated } from '#web/lib/hydrated.ts'
import { Notices } from '#web/lib/notices/notice.tsx'
import { ScriptMark } from '#web/lib/page/site.ts'
import { themeScript, useTheme } from '#web/lib/session/theme.ts'
import type { Route } from './+types/root.ts'
import { ProblemScreen } from './features/shell/problem-screen.tsx'
import styles from './styles.css?url'

export const links: LinksFunction = () => [
  { rel: 'preload', href: mainFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // The language switch of every page with a shell needs it.
  { rel: 'preload', href: thaiFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const loader = ({ context }: Route.LoaderArgs) => context.site

/** The site's settings do not change while a page is open. */
export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: loaderData?.brand ?? 'Ruam' }]

/** The first formatted number or date takes a phone 50 ms, so do it while the style sheet loads. */
const firstFormat = "setTimeout(function(){new Intl.NumberFormat('en-US')})"

/** In the browser these have already run, so its bundle needs no copy of them. */
const headScript = import.meta.env.SSR ? `${themeScript}\n${firstFormat}` : ' '

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(ScriptMark)
  return (
    // The script below sets attributes of the root element before React hydrates.
    <html lang={pageLanguage} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* The colour of the top bar in each scheme. */}
        <meta name="theme-color" data-of="light" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" data-of="dark" media="(prefers-color-scheme: dark)" content="#1b1821" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; React escapes text in scripts. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollPosition />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  useTheme()
  const hydrated = useHydrated()
  useEffect(() => {
    // Until now buttons did nothing and looked disabled (styles.css), or were disabled.
    if (hydrated) document.documentElement.dataset.ready = ''
  }, [hydrated])
  return (
    <>
      <Notices />
      <Outlet />
      <RouteAnnouncer />
    </>
  )
}

/** Handles only errors outside all layouts. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <ProblemScreen error={error} />
    </main>
  )
}
