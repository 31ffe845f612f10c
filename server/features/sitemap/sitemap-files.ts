const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** One page: its root-relative address, which needs no escaping, and when it last changed. */
export interface Entry {
  path: `/${string}`
  changed?: string
}

/** The addresses of pages as https://www.sitemaps.org/protocol.html describes, some at a time. */
export async function* urlsetOf(
  origin: string,
  entries: Iterable<Entry[]> | AsyncIterable<Entry[]>,
): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${namespace}">\n`
  for await (const some of entries) yield some.map((entry) => urlOf(origin, entry)).join('')
  yield '</urlset>\n'
}

/** The list of the files that hold the addresses, by their names. */
export function indexOf(origin: string, names: string[]): string {
  const files = names.map((name) => `<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>\n`)
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${files.join('')}</sitemapindex>\n`
}

function urlOf(origin: string, { path, changed }: Entry): string {
  const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
  return `<url><loc>${origin}${path}</loc>${lastmod}</url>\n`
}
