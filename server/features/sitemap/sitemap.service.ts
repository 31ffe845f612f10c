import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { inLanguage, languages } from '#contract/language/languages.ts'
import { informationPages, paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { makeOnce } from '#server/lib/jobs/made-once.ts'
import * as repository from './sitemap.repository.ts'

/** Pages per file, each in every language: the protocol allows 50,000 URLs (https://www.sitemaps.org/protocol.html), and fewer
 *  are quick to unpack for clients without gzip. */
const mostAddresses = 10_000
const rowsAtOnce = 5_000
/** The longest delay until a new event is in the files. */
const lifetimeMs = 5 * 60_000
const mostBytes = 32 * 1024 * 1024
const gate = new Gate(1, 10, () => new AppError('unavailable', { retryAfter: 5 }))

const publicPages = [paths.home, paths.discover, ...Object.values(informationPages).map(({ path }) => path)]
const pageEntries = publicPages.map((path) => ({ path }))
const all: repository.Range = { after: 0, until: 2 ** 31 - 1 }

/** The kinds of pages, by file name. */
const kinds = {
  events: { select: repository.selectEvents, selectParts: repository.selectEventParts, pathOf: paths.event },
  organizers: {
    select: repository.selectOrganizers,
    selectParts: repository.selectOrganizerParts,
    pathOf: paths.organizer,
  },
}
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

/** The URLs of all public pages, as files for search engines, compressed with gzip. `origin` is the URLs' scheme and host. */
export interface Sitemap {
  /** The file named in robots.txt: all URLs, or if they are too many for one file, the list of files. */
  whole(origin: string): Promise<Buffer>
  /** One of the other files. Throws `not_found` if there is none with this name. */
  file(origin: string, name: string): Promise<Buffer>
}

/** Files are made from some thousand rows at a time and cached compressed, so that a million events do not fill the memory. */
export function openSitemap({ replica }: Pick<Context, 'replica'>, most = mostAddresses): Sitemap {
  const once = makeOnce({ gate, mostBytes, lifetimeMs })
  const db = replica.for(null)

  async function* entriesOf(kind: Kind, { after, until }: repository.Range): AsyncGenerator<Entry[]> {
    const { select, pathOf } = kinds[kind]
    for (let from = after; from < until; ) {
      const rows = await select(db, { after: from, until }, rowsAtOnce)
      yield rows.map(({ id, ...more }) => ({ path: pathOf(id), ...more }))
      from = rows.length < rowsAtOnce ? until : (rows.at(-1)?.id ?? until)
    }
  }

  async function* everything(): AsyncGenerator<Entry[]> {
    yield pageEntries
    for (const kind of kindNames) yield* entriesOf(kind, all)
  }

  async function* whole(origin: string): AsyncGenerator<string> {
    const isOneFile = publicPages.length + (await repository.countListed(db, most)) <= most
    if (isOneFile) yield* urlsetOf(origin, everything())
    else yield indexOf(origin, await fileNames())
  }

  async function fileNames(): Promise<string[]> {
    const names = ['pages']
    for (const kind of kindNames) {
      for (const part of await kinds[kind].selectParts(db, most)) names.push(`${kind}-${part}`)
    }
    return names
  }

  /** Each file covers a fixed range of IDs, so that new entries change only one file. */
  function entriesIn(name: string): Iterable<Entry[]> | AsyncIterable<Entry[]> {
    if (name === 'pages') return [pageEntries]
    const [, kind, number] = /^([a-z]+)-([1-9]\d{0,8})$/.exec(name) ?? []
    const known = kindNames.find((one) => one === kind)
    const part = Number(number)
    if (known === undefined || part * most > all.until) throw new AppError('not_found')
    return entriesOf(known, { after: (part - 1) * most, until: part * most })
  }

  return {
    whole: (origin) => once(`${origin} `, () => gzipped(whole(origin))),
    async file(origin, name) {
      const entries = entriesIn(name)
      return once(`${origin} ${name}`, () => gzipped(urlsetOf(origin, entries)))
    },
  }
}

function gzipped(text: AsyncIterable<string>): Promise<Buffer> {
  return pipeline(text, createGzip(), (bytes) => buffer(bytes))
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A page: its root-relative URL, which needs no escaping, and when it last changed. */
export interface Entry {
  path: `/${string}`
  changed?: string
}

/** Page URLs in the format of https://www.sitemaps.org/protocol.html, in chunks. */
async function* urlsetOf(origin: string, entries: Iterable<Entry[]> | AsyncIterable<Entry[]>): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for await (const some of entries) yield some.map((entry) => urlOf(origin, entry)).join('')
  yield '</urlset>\n'
}

/** The list of the files, by name. */
function indexOf(origin: string, names: string[]): string {
  const files = names.map((name) => `<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>\n`)
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${files.join('')}</sitemapindex>\n`
}

/** A page in each language, which name each other
 *  (https://developers.google.com/search/docs/specialty/international/localized-versions). */
function urlOf(origin: string, { path, changed }: Entry): string {
  const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
  const alternates = languages.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${inLanguage(path, language)}"/>`,
  )
  const more = `${lastmod}${alternates.join('')}`
  return languages.map((language) => `<url><loc>${origin}${inLanguage(path, language)}</loc>${more}</url>\n`).join('')
}

/** Pages that are empty without an account, and the API. Secret URLs are not listed: search engines must read the page's own
 *  noindex, or they would show the bare URL. */
const closed = [
  '/api/',
  '/operator/',
  paths.accountInfo,
  paths.organizerInfo,
  paths.becomeOrganizer,
  paths.createEvent,
  paths.myEvents,
  paths.bookmarks,
  paths.myTickets,
  '/receipt/',
  '/ticket/',
  '/pay/',
  '/virtual-ticket/',
  paths.completeProfile,
  paths.logout,
  '/events/*/edit',
  '/events/*/check-in',
]

/** robots.txt (RFC 9309). */
export function robotsFile(origin: string): string {
  return [
    'User-agent: *',
    ...closed.flatMap((path) => languages.map((language) => `Disallow: ${inLanguage(path, language)}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
