import { useEffect } from 'react'
import { type Location, matchRoutes, type RouteObject, useBlocker } from 'react-router'
import { withoutLanguage } from '#contract/language/languages.ts'
import * as m from '#messages/shell.json'
import { notify } from '#web/lib/notices/notice.tsx'
import { filesOf } from '#web/lib/offline/page-code.ts'

/** Offline, blocks navigation to pages whose code is not on this device, with a message: React Router would reload
 *  the current page instead, and typed text would be lost. */
export function OfflineNavigationGuard() {
  const blocker = useBlocker(({ nextLocation }) => !navigator.onLine && missingFiles(nextLocation.pathname).length > 0)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isGone = false
    void isCodeCached(blocker.location).then((isCached) => {
      if (isGone) return
      if (isCached) return blocker.proceed()
      blocker.reset()
      notify.failure(m.pageNeedsNetwork)
    })
    return () => {
      isGone = true
    }
  }, [blocker])
  return null
}

/** Whether the missing code is cached by the worker or the browser. */
async function isCodeCached({ pathname }: Location): Promise<boolean> {
  const asked = missingFiles(pathname).map((file) => fetch(file).then(({ ok }) => ok))
  return (await Promise.all(asked.map((one) => one.catch(() => false)))).every(Boolean)
}

/** Paths of the code that the page at an address needs and that has not run yet. */
function missingFiles(path: string): string[] {
  const matches = matchRoutes(routesBelow(undefined), withoutLanguage(path)) ?? []
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
