import { matchRoutes, type RouteObject } from 'react-router'

interface RouteFiles {
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports?: string[]
}

declare global {
  interface Window {
    /** React Router's table of its pages' files; it has no public way to read them without running the page. */
    __reactRouterManifest?: { routes: Record<string, RouteFiles | undefined> }
    /** The pages and layouts whose code has run. */
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

/** Signing out must work without a network: /logout leads to /login. So must leaving the door, which leads home and
 *  then says that there is no network. */
const wayOut = ['pages/accounts/logout', 'pages/accounts/login', 'pages/events/home']

/** Paths of the code that signing out and leaving the door need, whether loaded or not; none on the server and in
 *  development. */
export function wayOutFiles(): string[] {
  if (typeof window === 'undefined' || import.meta.env.DEV) return []
  return [...new Set(wayOut.flatMap(filesOf))]
}

/** Paths of the code of a page and of its layouts. */
export function filesOf(page: string): string[] {
  const route = window.__reactRouterManifest?.routes[page]
  if (route === undefined) return []
  return [...(route.parentId ? filesOf(route.parentId) : []), route.module, ...(route.imports ?? [])]
}

/** Paths of the code that the page at an address needs and that has not run yet. */
export function missingFiles(path: string): string[] {
  const matches = matchRoutes(routesBelow(undefined), path) ?? []
  const missing = matches.flatMap(({ route: { id = '' } }) => (window.__reactRouterRouteModules?.[id] ? [] : [id]))
  return [...new Set(missing.flatMap(filesOf))]
}

function routesBelow(parent: string | undefined): RouteObject[] {
  const all = Object.entries(window.__reactRouterManifest?.routes ?? {})
  return all.flatMap(([id, route]) => {
    if (route === undefined || route.parentId !== parent) return []
    const { path, index } = route
    return [index ? { id, index, ...(path && { path }) } : { id, ...(path && { path }), children: routesBelow(id) }]
  })
}
