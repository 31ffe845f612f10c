import { useEffect } from 'react'
import { followScheme } from '#web/lib/page/scheme.ts'
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
