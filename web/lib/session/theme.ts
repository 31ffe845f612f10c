import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'
import { isOrganizer, type Session, useSession } from './session.ts'

/**
 * A script that runs before the first paint, because the server renders the same page for everybody. It sets attributes
 * for the style sheet: a session exists (data-session), its role (data-role), the sidebar is pinned open
 * (data-sidebar), light or dark was chosen (data-scheme, with the colour of the browser's bar), and the viewer is not
 * in the events' time zone, UTC+7 (data-elsewhere).
 */
export const themeScript = `(function(root){
if(new Date().getTimezoneOffset()!==-420)root.dataset.elsewhere=''
try{
var s=localStorage;
if(s.getItem('access_token')){root.dataset.session='';if(s.getItem('status')==='Organizer')root.dataset.role='organizer'}
if(s.getItem('sidebar')==='open')root.dataset.sidebar='open'
var c=s.getItem('scheme')||sessionStorage.getItem('scheme');
if(c==='light'||c==='dark'){
root.dataset.scheme=c;
document.querySelectorAll('meta[name="theme-color"]').forEach(function(bar){bar.media=bar.dataset.of===c?'all':'not all'})
}
}catch(e){}})(document.documentElement)`

/** Updates these attributes while the page is open. */
export function useTheme(): void {
  const session = useSession()
  // After hydration: until then useSession returns null, and the script has set the attributes.
  useEffect(() => applyTheme(session), [session])
  useEffect(followScheme, [])
}

function applyTheme(session: Session | null) {
  const { dataset } = document.documentElement
  if (session) dataset.session = ''
  else delete dataset.session
  if (isOrganizer(session)) dataset.role = 'organizer'
  else delete dataset.role
}

/** Light or dark; `system` follows the browser. */
type Scheme = 'system' | 'light' | 'dark'

const { subscribe, emit } = createListeners()

/** The choice saved on this device, and a function to change it. Read from the root element's attribute, which
 *  theme.ts sets before the first paint. 'system' during hydration. */
export function useScheme(): { scheme: Scheme; chooseScheme: (scheme: Scheme) => void } {
  const scheme = useSyncExternalStore(subscribe, shownScheme, () => 'system' as const)
  return { scheme, chooseScheme }
}

/** Follows choices made in another tab, or while this page was in the browser's back/forward cache. Returns a
 *  function that stops it. */
function followScheme(): () => void {
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
  emit()
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
