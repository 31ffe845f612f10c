import { useEffect } from 'react'
import { isOrganizer, type Session, useSession } from './session.ts'

/**
 * Runs before the first paint, so that the server can render one page for everybody: tells the style sheet whether
 * somebody is signed in (data-session), as what (data-role), whether the sidebar stays open (data-sidebar), and
 * whether the reader's clock differs from that of the events, seven hours ahead of UTC (data-elsewhere).
 */
export const themeScript = `(function(root){
if(new Date().getTimezoneOffset()!==-420)root.dataset.elsewhere=''
try{
var s=localStorage;
if(s.getItem('access_token')){root.dataset.session='';if(s.getItem('status')==='Organizer')root.dataset.role='organizer'}
if(s.getItem('sidebar')==='open')root.dataset.sidebar='open'
}catch(e){}})(document.documentElement)`

/** Keeps the root element's attributes in step with the session while the page is open. */
export function useTheme(): void {
  const session = useSession()
  // After hydration only: until then useSession knows no session, and the script above has been right all along.
  useEffect(() => applyTheme(session), [session])
}

function applyTheme(session: Session | null) {
  const { dataset } = document.documentElement
  if (session) dataset.session = ''
  else delete dataset.session
  if (isOrganizer(session)) dataset.role = 'organizer'
  else delete dataset.role
}
