import { useSyncExternalStore } from 'react'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

/** Light or dark; `system` follows the browser. */
export type Scheme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

/** The choice saved on this device, and a function to change it. Read from the root element's attribute, which
 *  theme.ts sets before the first paint. 'system' during hydration. */
export function useScheme(): { scheme: Scheme; chooseScheme: (scheme: Scheme) => void } {
  const scheme = useSyncExternalStore(subscribe, shownScheme, () => 'system' as const)
  return { scheme, chooseScheme }
}

/** Follows choices made in another tab, or while this page was in the browser's back/forward cache. Returns a
 *  function that stops it. */
export function followScheme(): () => void {
  const follow = () => chooseScheme(storedScheme())
  // Logging out in another tab clears the storage (no key), which is not a choice.
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
  saveScheme(scheme)
  if (scheme === shownScheme()) return
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
  colourBrowserBar(scheme)
  for (const listener of listeners) listener()
}

/** Logging out clears localStorage. The copy in sessionStorage stays, so that a dark page does not turn light. */
function saveScheme(scheme: Scheme) {
  if (scheme === 'system' && storedScheme() === 'system') return
  writeItem('localStorage', 'scheme', scheme)
  writeItem('sessionStorage', 'scheme', scheme)
}

/** Colours the browser's bar on phones: activates one of the two `theme-color` tags of root.tsx. */
function colourBrowserBar(scheme: Scheme) {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = bar.dataset.of ?? ''
    bar.media = scheme === 'system' ? `(prefers-color-scheme: ${of})` : scheme === of ? 'all' : 'not all'
  }
}

function storedScheme(): Scheme {
  return asScheme(readItem('localStorage', 'scheme') ?? readItem('sessionStorage', 'scheme'))
}

const shownScheme = () => asScheme(document.documentElement.dataset.scheme)

const asScheme = (text: string | null | undefined): Scheme => (text === 'light' || text === 'dark' ? text : 'system')

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
