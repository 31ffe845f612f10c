interface RouteFiles {
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports?: string[]
}

declare global {
  interface Window {
    /** React Router's list of each page's files, for which it has no public API. */
    __reactRouterManifest?: { routes: Record<string, RouteFiles | undefined> }
    /** The pages and layouts whose code is loaded. */
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

/** These must work offline: signing out goes from /logout to /login, and leaving the door goes to the home page,
 *  which then says that there is no network. */
const signOutPages = ['pages/accounts/logout', 'pages/accounts/login', 'pages/events/home']

/** Paths of the code for signing out and leaving the door; none on the server and in development. */
export function signOutFiles(): string[] {
  if (typeof window === 'undefined' || import.meta.env.DEV) return []
  return [...new Set(signOutPages.flatMap(filesOf))]
}

/** Paths of the code of a page and of its layouts. */
export function filesOf(page: string): string[] {
  const route = window.__reactRouterManifest?.routes[page]
  if (route === undefined) return []
  return [...(route.parentId ? filesOf(route.parentId) : []), route.module, ...(route.imports ?? [])]
}
