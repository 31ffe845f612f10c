import { useRouteLoaderData } from 'react-router'
import type { PageContext } from '#contract/endpoint.ts'

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}

export type Site = PageContext['site']

/** The site's settings where even the root's data is missing: the error screen still needs a name. */
export const unknownSite: Site = { brand: 'Ruam', url: '', google_client_id: '', google_maps_key: '', map_tiles: '' }

/** The operator's settings: the product's name, its address, Google's client id and maps key ('' where not set), and
 *  the map. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? unknownSite
}
