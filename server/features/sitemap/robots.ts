import { paths } from '#contract/paths.ts'

/** Pages that show nothing without an account, and the API. Pages whose addresses are secret are not listed: search engines
 *  must read on them that they are to be left out, or they show the bare address. */
const closed = [
  '/api/',
  '/operator/',
  paths.accountInfo,
  paths.organizerInfo,
  paths.becomeOrganizer,
  paths.createEvent,
  paths.myEvents,
  paths.bookmarks,
  paths.myTickets,
  '/receipt/',
  '/ticket/',
  '/pay/',
  '/virtual-ticket/',
  paths.completeProfile,
  paths.logout,
  '/events/*/edit',
  '/events/*/check-in',
]

/** The file that tells robots where not to go and where all addresses are (RFC 9309). */
export function robotsFile(origin: string): string {
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )
}
