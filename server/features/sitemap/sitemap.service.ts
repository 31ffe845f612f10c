import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { informationPages } from '#contract/information.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { makeOnce } from '#server/lib/jobs/made-once.ts'
import { countEvents, type Range, selectEventParts, selectEvents } from './sitemap.repository.ts'
import { type Entry, indexOf, urlsetOf } from './sitemap-files.ts'

/** The most addresses that one file may hold (https://www.sitemaps.org/protocol.html). */
const mostAddresses = 50_000
const rowsAtOnce = 5_000
/** In milliseconds: a new event is found by search engines so much later, at most. */
const lifetime = 5 * 60_000
const mostBytes = 32 * 1024 * 1024
const gate = new Gate(1, 10, () => new AppError('unavailable', { retryAfter: 5 }))

const publicPages = [paths.home, paths.discover, ...Object.values(informationPages).map(({ path }) => path)]
const pageEntries = publicPages.map((path) => ({ path }))
const all: Range = { after: 0, until: 2 ** 31 - 1 }

/** The addresses of all pages that everybody may find, as files for search engines, compressed with gzip. `origin` is the
 *  scheme and host of the addresses. */
export interface Sitemap {
  /** The file that robots.txt names: all addresses, or where they are too many for one file the list of the others. */
  whole(origin: string): Promise<Buffer>
  /** One of the others. Throws `not_found` where there is none of this name. */
  file(origin: string, name: string): Promise<Buffer>
}

/** Files are made of some thousand rows at a time and held compressed, so that a million events do not fill the memory. */
export function openSitemap({ db }: Pick<Context, 'db'>, most = mostAddresses): Sitemap {
  const once = makeOnce({ gate, mostBytes, lifetime })

  async function* events({ after, until }: Range): AsyncGenerator<Entry[]> {
    for (let from = after; from < until; ) {
      const rows = await selectEvents(db, { after: from, until }, rowsAtOnce)
      yield rows.map(({ id, changed }) => ({ path: paths.event(id), changed }))
      from = rows.length < rowsAtOnce ? until : (rows.at(-1)?.id ?? until)
    }
  }

  async function* everything(): AsyncGenerator<Entry[]> {
    yield pageEntries
    yield* events(all)
  }

  async function* whole(origin: string): AsyncGenerator<string> {
    const isOneFile = publicPages.length + (await countEvents(db)) <= most
    if (isOneFile) yield* urlsetOf(origin, everything())
    else yield indexOf(origin, ['pages', ...(await selectEventParts(db, most)).map((part) => `events-${part}`)])
  }

  /** Each number of a file stands for as many ids as a file holds addresses: a new event changes no file but its own. */
  function entriesOf(name: string): Iterable<Entry[]> | AsyncIterable<Entry[]> {
    if (name === 'pages') return [pageEntries]
    const part = Number(/^events-([1-9]\d{0,8})$/.exec(name)?.[1])
    if (!(part * most <= all.until)) throw new AppError('not_found')
    return events({ after: (part - 1) * most, until: part * most })
  }

  return {
    whole: (origin) => once(`${origin} `, () => gzipped(whole(origin))),
    async file(origin, name) {
      const entries = entriesOf(name)
      return once(`${origin} ${name}`, () => gzipped(urlsetOf(origin, entries)))
    },
  }
}

function gzipped(text: AsyncIterable<string>): Promise<Buffer> {
  return pipeline(text, createGzip(), (bytes) => buffer(bytes))
}
