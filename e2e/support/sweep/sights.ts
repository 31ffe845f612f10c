import type { Act } from './acts.ts'
import type { Reader, World } from './world.ts'

/** The heading of what a reader sees, or where a route leads them instead. */
export type Sight = string | { led: string; heading: string }

/** A menu, or a dialog, by the names of what is pressed on the way to it: a button, or a menu and its item. */
export interface Opened {
  by: [button: string | RegExp, item?: string]
  dialog?: string | RegExp
  /** Those who have it; otherwise everybody who sees the page. */
  for?: Reader[]
}

export interface Row {
  /** As in web/routes.ts. */
  pattern: string
  /** An address of this pattern, where it has parameters. */
  path?: (world: World, reader: Reader) => string
  sees: Record<Reader, Sight>
  opens?: Opened[]
  /** What can be done on the page, one after the other; it is judged again after each. */
  acts?: Act[]
  /** Whether every page links to it: visitors load it as a whole, the others come by that link. */
  inFooter?: boolean
  /** What a browser rightly reports on this page. */
  reported?: RegExp
}

export const everybody = (heading: string) => ({ visitor: heading, attendee: heading, organizer: heading })
export const login = { led: '/login', heading: 'Welcome Back!' }
export const home = { led: '/', heading: 'Find your next event' }
export const apply = { led: '/become-organizer', heading: 'Apply to Become an Organizer' }
export const signedIn = (heading: string) => ({ ...everybody(heading), visitor: login })
export const organizers = (heading: string) => ({ visitor: login, attendee: apply, organizer: heading })
export const visitors = (heading: string) => ({ visitor: heading, attendee: home, organizer: home })
