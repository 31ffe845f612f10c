import { printable } from './send-feed.ts'

/** An Atom feed (RFC 4287). Ids are IRIs, instants are ISO 8601, addresses are absolute. */
export interface AtomFeed {
  id: string
  title: string
  updated: string
  author: string
  /** The page of which it is the feed. */
  page: string
  self: string
  /** The next page of the feed (RFC 5005, section 3); null where this is the last. */
  next: string | null
  /** As `atomEntryText` writes them. */
  entries: string[]
}

export interface AtomEntry {
  id: string
  title: string
  published: string
  updated: string
  author: string
  page: string
  /** Where the entry is a calendar file. */
  calendar: string
  summary: string
  categories: string[]
}

export const atomType = 'application/atom+xml'

/** The feed as a document of XML 1.0. */
export function atomDocument({ entries, ...feed }: AtomFeed): string {
  const content = [
    element('id', feed.id),
    element('title', feed.title),
    element('updated', feed.updated),
    author(feed.author),
    link({ rel: 'self', type: atomType, href: feed.self }),
    link({ rel: 'alternate', type: 'text/html', href: feed.page }),
    ...(feed.next === null ? [] : [link({ rel: 'next', type: atomType, href: feed.next })]),
    ...entries,
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${content.join('\n')}\n</feed>\n`
}

/** An entry of a feed as an element of it. */
export function atomEntryText(entry: AtomEntry): string {
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

/** Titles and summaries are plain text, which is what Atom takes them for where no type is given. */
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
