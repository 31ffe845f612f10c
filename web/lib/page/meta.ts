import type { MetaDescriptor } from 'react-router'
import { previewSize, sitePreview } from '#contract/events/event-links.ts'
import { inLanguage, languages } from '#contract/language/languages.ts'
import { type Site, unknownSite } from './site.ts'

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The metadata of a public page. */
interface Head {
  /** Null for the home page, whose title is the product's name. */
  title: string | null
  description: string
  /** The page's canonical path, without parameters for a viewer or campaign. */
  path: string
  /** The page's preview picture: root-relative, of `previewSize`; by default the site's. */
  picture?: { path: string; alt: string }
  /** Structured data for search engines (schema.org). */
  structured?: Record<string, unknown> & { '@type': string }
}

/** The head of a public page, for search engines and link previews. */
export function publicHead(
  matches: Matches,
  { title, description, path, picture, structured }: Head,
): MetaDescriptor[] {
  const { brand, url } = siteOf(matches)
  const tags: MetaDescriptor[] = [
    ...named(brand, title, description),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: title ?? brand },
    { property: 'og:description', content: description },
    // X takes the rest from the tags above (https://developer.x.com/cards/markup), but for the picture's `alt`.
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  // Data, so the Content-Security-Policy for scripts does not apply. React Router escapes the text.
  if (structured) tags.push({ 'script:ld+json': structured })
  return url === '' ? tags : [...tags, ...addresses(url, path, picture ?? { path: sitePreview, alt: brand })]
}

/** The head of a private page, which search engines must not index:
 *  `export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'My Tickets')`. */
export function hiddenHead(matches: Matches, title: string | null, description?: string): MetaDescriptor[] {
  return [...named(siteOf(matches).brand, title, description), { name: 'robots', content: 'noindex' }]
}

/** The head of a private page about one event: 'Applicants · Jazz night'. The name is missing until it is known; that of an
 *  event's home comes from the layout of its tabs. */
export function eventHead(matches: Matches, title: string, name = homeOf(matches)): MetaDescriptor[] {
  return hiddenHead(matches, name ? `${title} · ${name}` : title)
}

function homeOf(matches: Matches): string | undefined {
  const home = matches.find((match) => match?.id === 'pages/organizing/event-home')?.loaderData
  return (home as { event: { event_name: string } | null } | undefined)?.event?.event_name
}

/** Lets feed readers find the page's Atom feed. */
export function feedOf(matches: Matches, href: string): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: siteOf(matches).brand, href }
}

/** The full address with its host, which search engines and social networks need. */
export function absolute(siteUrl: string, path: string): string {
  return new URL(path, siteUrl).href
}

/** The site's settings for `meta`, where hooks cannot be used. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  return root ?? unknownSite
}

function named(brand: string, title: string | null, description?: string): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [{ title: title === null ? brand : `${title} · ${brand}` }]
  return description ? [...tags, { name: 'description', content: description }] : tags
}

function addresses(url: string, path: string, picture: NonNullable<Head['picture']>): MetaDescriptor[] {
  return [
    { tagName: 'link', rel: 'canonical', href: absolute(url, inLanguage(path)) },
    ...languages.map((hrefLang) => {
      return { tagName: 'link', rel: 'alternate', hrefLang, href: absolute(url, inLanguage(path, hrefLang)) } as const
    }),
    { property: 'og:url', content: absolute(url, inLanguage(path)) },
    { property: 'og:image', content: absolute(url, picture.path) },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(previewSize.width) },
    { property: 'og:image:height', content: String(previewSize.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:image:alt', content: picture.alt },
  ]
}
