import { printable } from './send-feed.ts'

/** An Atom feed (RFC 4287). IDs are IRIs, times are ISO 8601, URLs are absolute. */
export interface AtomFeed {
  id: string
  title: string
  updated: string
  author: string
  /** The page that lists the same entries. */
  page: string
  self: string
  /** The feed's next page (RFC 5005, section 3); null on the last one. */
  next: string | null
  entries: AtomEntry[]
}

export interface AtomEntry {
  id: string
  title: string
  published: string
  updated: string
  author: string
  page: string
  /** URL of the entry's calendar file. */
  calendar: string
  summary: string
  categories: string[]
}

export const atomType = 'application/atom+xml'

/** The feed as an XML 1.0 document. */
export function atomDocument({ entries, ...feed }: AtomFeed): string {
  const content = [
    element('id', feed.id),
    element('title', feed.title),
    element('updated', feed.updated),
    author(feed.author),
    link({ rel: 'self', type: atomType, href: feed.self }),
    link({ rel: 'alternate', type: 'text/html', href: feed.page }),
    ...(feed.next === null ? [] : [link({ rel: 'next', type: atomType, href: feed.next })]),
    ...entries.map(entryElement),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${content.join('\n')}\n</feed>\n`
}

function entryElement(entry: AtomEntry): string {
  const content = [
    element('id', entry.id),
    element('title', entry.title),
    element('published', entry.published),
    element('updated', entry.updated),
    author(entry.author),
    link({ rel: 'alternate', type: 'text/html', href: entry.page }),
    link({ rel: 'alternate', type: 'text/calendar', href: entry.calendar }),
    ...entry.categories.map((term) => `<category${attributes({ term })}/>`),
    element('summary', entry.summary),
  ]
  return `<entry>\n${content.join('\n')}\n</entry>`
}

/** Titles and summaries are plain text, Atom's default type. */
function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function author(name: string): string {
  return `<author>${element('name', name)}</author>`
}

function link(given: Record<string, string>): string {
  return `<link${attributes(given)}/>`
}

function attributes(given: Record<string, string>): string {
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return printable(text).replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
