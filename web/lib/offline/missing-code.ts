import { matchRoutes, type RouteObject } from 'react-router'
import { filesOf } from './page-code.ts'

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
