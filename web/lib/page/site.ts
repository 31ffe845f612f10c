import { createContext, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageContext } from '#contract/endpoint.ts'

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}

export type Site = PageContext['site']

/** Used if even the root's data is missing: the error screen still needs a name. */
export const unknownSite: Site = {
  brand: 'Ruam',
  url: '',
  google_client_id: '',
  google_maps_key: '',
  map_tiles: '',
  wallets: [],
  email_sign_in: false,
  line: 'off',
}

/** The operator's public settings; '' for those that are not set. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? unknownSite
}

/** The page's scheme and host, for links to be used outside the site. Until hydration the operator's setting, or ''. */
export function useOrigin(): string {
  const { url } = useSite()
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => url,
  )
}

/** The nonce of our inline scripts while a page is rendered on the server (see server/lib/pages/page-security.ts);
 *  undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)

const never = () => () => {}
