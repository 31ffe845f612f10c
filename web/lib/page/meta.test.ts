import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { eventHead, hiddenHead, publicHead } from './meta.ts'
import { unknownSite } from './site.ts'

const matchesAt = (url: string) => [{ id: 'root', loaderData: { ...unknownSite, brand: 'Ruam', url } }]
const page = { title: 'Discover', description: 'Search and filter events.', path: '/discover?page=2' }

/** The tags by their name or property. */
function named(tags: MetaDescriptor[]): Record<string, unknown> {
  const entries = tags.map((tag) => {
    if ('title' in tag) return ['title', tag.title]
    if ('hrefLang' in tag) return [`${tag.rel} ${tag.hrefLang}`, tag.href]
    if ('rel' in tag) return [tag.rel, tag.href]
    if ('property' in tag) return [tag.property, tag.content]
    return 'name' in tag ? [tag.name, tag.content] : [Object.keys(tag)[0], Object.values(tag)[0]]
  })
  return Object.fromEntries(entries)
}

test('a public page has a title, a description, and its address and picture with the host', () => {
  expect(named(publicHead(matchesAt('https://ruam.example'), page))).toEqual({
    title: 'Discover · Ruam',
    description: 'Search and filter events.',
    canonical: 'https://ruam.example/discover?page=2',
    'alternate en': 'https://ruam.example/discover?page=2',
    'alternate th': 'https://ruam.example/th/discover?page=2',
    'og:type': 'website',
    'og:site_name': 'Ruam',
    'og:title': 'Discover',
    'og:description': 'Search and filter events.',
    'og:url': 'https://ruam.example/discover?page=2',
    'og:image': 'https://ruam.example/preview.jpg',
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Ruam',
    'twitter:card': 'summary_large_image',
    'twitter:image:alt': 'Ruam',
  })
})

test("a page may have its own picture and structured data; the home page has the product's name", () => {
  const picture = { path: '/events/7/preview.jpg?v=2', alt: 'Jazz' }
  const structured = { '@type': 'Event', name: 'Jazz' }

  const head = named(publicHead(matchesAt('https://ruam.example'), { ...page, title: null, picture, structured }))

  expect(head).toMatchObject({ title: 'Ruam', 'og:title': 'Ruam', 'script:ld+json': structured })
  expect(head).toMatchObject({ 'og:image': 'https://ruam.example/events/7/preview.jpg?v=2', 'og:image:alt': 'Jazz' })
})

test('a private page has only a title and is not indexed', () => {
  expect(named(hiddenHead(matchesAt('https://ruam.example'), 'My Tickets'))).toEqual({
    title: 'My Tickets · Ruam',
    robots: 'noindex',
  })
})

test('a page about one event is named after it, also in the tabs of its home', () => {
  const site = matchesAt('https://ruam.example')
  const home = { id: 'pages/organizing/event-home', loaderData: { event: { event_name: 'Jazz night' } } }

  expect(named(eventHead(site, 'Pay', 'Jazz night')).title).toBe('Pay · Jazz night · Ruam')
  expect(named(eventHead([...site, home], 'Applicants')).title).toBe('Applicants · Jazz night · Ruam')
  expect(named(eventHead(site, 'Applicants')).title).toBe('Applicants · Ruam')
})

test('without known site settings a page has no address in its head', () => {
  const head = named(publicHead([], page))

  expect(head).toMatchObject({ title: 'Discover · Ruam', 'og:title': 'Discover' })
  for (const name of ['canonical', 'og:url', 'og:image', 'twitter:image:alt']) expect(head).not.toHaveProperty(name)
})
