import { useSyncExternalStore } from 'react'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

/** Light or dark, or as the browser wishes. */
export type Scheme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

/** The choice saved on this device, and a function to change it. The root element's attribute decides: theme.ts
 *  sets it before the first paint. 'system' during hydration. */
export function useScheme(): { scheme: Scheme; chooseScheme: (scheme: Scheme) => void } {
  const scheme = useSyncExternalStore(subscribe, shownScheme, () => 'system' as const)
  return { scheme, chooseScheme }
}

/** Keeps the page in step with a choice in another tab, or while it waited in the browser's history. Returns a function
 *  that stops it. */
export function followScheme(): () => void {
  const follow = () => chooseScheme(storedScheme())
  // Logging out in another tab has no key: it is no choice.
  const followTab = ({ key }: StorageEvent) => (key === 'scheme' ? follow() : undefined)
  follow()
  window.addEventListener('storage', followTab)
  window.addEventListener('pageshow', follow)
  return () => {
    window.removeEventListener('storage', followTab)
    window.removeEventListener('pageshow', follow)
  }
}

function chooseScheme(scheme: Scheme) {
  keep(scheme)
  if (scheme === shownScheme()) return
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
  colourBrowserBar(scheme)
  for (const listener of listeners) listener()
}

/** Logging out clears localStorage; the tab's own copy outlives that, so that a dark page does not turn light. */
function keep(scheme: Scheme) {
  if (scheme === 'system' && storedScheme() === 'system') return
  writeItem('localStorage', 'scheme', scheme)
  writeItem('sessionStorage', 'scheme', scheme)
}

/** The bar around the page on phones: of the two colours of root.tsx the one that is shown. */
function colourBrowserBar(scheme: Scheme) {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = bar.dataset.of ?? ''
    bar.media = scheme === 'system' ? `(prefers-color-scheme: ${of})` : scheme === of ? 'all' : 'not all'
  }
}

function storedScheme(): Scheme {
  return known(readItem('localStorage', 'scheme') ?? readItem('sessionStorage', 'scheme'))
}

const shownScheme = () => known(document.documentElement.dataset.scheme)

const known = (text: string | null | undefined): Scheme => (text === 'light' || text === 'dark' ? text : 'system')

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
