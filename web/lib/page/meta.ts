import type { MetaDescriptor } from 'react-router'
import { type Site, unknownSite } from './site.ts'

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title and description of a page: `export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'My Tickets')`. */
export function titled(matches: Matches, title: string | null, description?: string): MetaDescriptor[] {
  const { brand } = siteOf(matches)
  const tags: MetaDescriptor[] = [{ title: title === null ? brand : `${title} · ${brand}` }]
  return description ? [...tags, { name: 'description', content: description }] : tags
}

/** The one address of a page, whatever its query; nothing where the operator has not said what the site's address is. */
export function canonical(matches: Matches, path: string): MetaDescriptor[] {
  const { url } = siteOf(matches)
  return url === '' ? [] : [{ tagName: 'link', rel: 'canonical', href: absolute(url, path) }]
}

/** An address of the site with its host, as search engines and networks want it. */
export function absolute(siteUrl: string, path: string): string {
  return new URL(path, siteUrl).href
}

/** The site, where a hook cannot go: in `meta`. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  return root ?? unknownSite
}
