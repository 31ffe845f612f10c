import type { MetaDescriptor } from 'react-router'
import { type Site, unknownSite } from './site.ts'

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title and description of a page:
 *  `export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'My Tickets')`. */
export function titled(matches: Matches, title: string | null, description?: string): MetaDescriptor[] {
  const { brand } = siteOf(matches)
  const tags: MetaDescriptor[] = [{ title: title === null ? brand : `${title} · ${brand}` }]
  return description ? [...tags, { name: 'description', content: description }] : tags
}

/** The canonical address of a page, without its query; nothing where the operator has not set the site's address. */
export function canonical(matches: Matches, path: string): MetaDescriptor[] {
  const { url } = siteOf(matches)
  return url === '' ? [] : [{ tagName: 'link', rel: 'canonical', href: absolute(url, path) }]
}

/** A full address with its host, as search engines and social networks need it. */
export function absolute(siteUrl: string, path: string): string {
  return new URL(path, siteUrl).href
}

/** The site's settings in `meta`, where hooks cannot be used. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  return root ?? unknownSite
}
