import { useRouteLoaderData } from 'react-router'
import type { PageContext } from '#contract/pages.ts'

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}

export type Site = PageContext['site']

/** Where even the root's data is missing, the error screen still needs a name. */
export const unknownSite: Site = { brand: 'Ruam', url: '', google_client_id: '', google_maps_key: '', map_tiles: '' }

/** The operator's name for the product, its address, Google's id and key for it ('' where none is set), and its map. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? unknownSite
}
