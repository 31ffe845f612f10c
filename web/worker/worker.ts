import { inLanguage, type Language, languageOf, languages, withoutLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/no-network.json'
import * as th from '#languages/th/no-network.json'
import {
  byAddress,
  fileCache,
  isLastingFile,
  isOfflinePage,
  nameOfPicture,
  pageCache,
} from '#web/lib/offline/offline-names.ts'

declare const self: ServiceWorkerGlobalScope

/** How long to wait on a weak network before the cached page is shown: the user may be standing at a door. */
const timeoutMs = 3_000

/**
 * Serves the files that pages have cached (web/lib/offline/offline.ts). It caches nothing itself and does not depend on
 * a release, so the newest worker can take over at any time. Pages that are not cached load normally; offline, the
 * product's own page says so. All other requests, above all API calls, are not intercepted.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isLastingFile(pathname)) return event.respondWith(file(request))
  if (request.mode !== 'navigate') return
  if (isOfflinePage(pathname)) return event.respondWith(page(request))
  event.respondWith(fetch(request).catch(() => withoutNetwork(pathname)))
})

async function takeOver() {
  const names = await caches.keys()
  const unknown = names.filter((name) => name !== pageCache && name !== fileCache)
  await Promise.all(unknown.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function file(request: Request): Promise<Response> {
  const known = await readCache(fileCache, request.url)
  if (known !== undefined) return known
  return fetch(request).catch(async (error) => {
    const other = await inOtherWidth(request.url)
    if (other === undefined) throw error
    return other
  })
}

/** The same picture in another width, as cached by another page. */
async function inOtherWidth(address: string): Promise<Response | undefined> {
  const picture = nameOfPicture(address)
  if (picture === undefined) return undefined
  try {
    const files = await caches.open(fileCache)
    const other = (await files.keys()).find(({ url }) => nameOfPicture(url) === picture)
    return other && (await files.match(other, byAddress))
  } catch {
    return undefined
  }
}

/**
 * The server's page if it arrives in time, because it may be newer; otherwise the cached one. A server's error, for
 * example during a restart, is shown only if nothing is cached.
 */
async function page(request: Request): Promise<Response> {
  const coming = fetch(request).catch(() => undefined)
  const known = await cachedPage(request.url)
  if (known === undefined) return (await coming) ?? withoutNetwork(new URL(request.url).pathname)
  const came = await Promise.race([coming, after(timeoutMs)])
  return came === undefined || came.status >= 500 ? known : came
}

async function withoutNetwork(path: string): Promise<Response> {
  return noNetworkPage((await cachedPage(paths.myTickets)) !== undefined, languageOf(path))
}

/** The cached page, or the way to it if it was opened in another language. */
async function cachedPage(address: string): Promise<Response | undefined> {
  const known = await readCache(pageCache, address)
  if (known !== undefined) return known
  const { pathname } = new URL(address, self.location.origin)
  for (const language of languages) {
    const other = inLanguage(withoutLanguage(pathname), language)
    if ((await readCache(pageCache, other)) !== undefined) return Response.redirect(other)
  }
}

/** Undefined also if storage is broken or forbidden; the network is then used. */
async function readCache(cache: string, address: string): Promise<Response | undefined> {
  try {
    return await caches.match(address, { cacheName: cache, ...byAddress })
  } catch {
    return undefined
  }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const messages = { en, th }

/** One worker serves the pages of every language. */
function main(hasTickets: boolean, language: Language) {
  const m = messages[language]
  const again = `<a href="">${m.tryAgain}</a>`
  const help = hasTickets
    ? `<p>${m.tickets}</p>
<p><a href="${inLanguage(paths.myTickets, language)}">${m.myTickets}</a> ${again}</p>`
    : `<p>${m.pageNeedsNetwork}</p>
<p>${again}</p>`
  return `<h1>${m.noNetwork}</h1>
${help}`
}

/** As in web/lib/session/theme.ts: the viewer's choice overrides the browser's setting, before the first paint. */
const schemeScript = `try{
var c=localStorage.getItem('scheme')||sessionStorage.getItem('scheme');
if(c==='light'||c==='dark')document.documentElement.dataset.scheme=c
}catch(e){}`

/** Shown if the page is not cached: says what is wrong, and links to the tickets if any are cached. Needs no other
 *  file, and reloads once the network is back. */
const html = (mark: string, hasTickets: boolean, language: Language) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${messages[language].noNetwork}</title>
<script nonce="${mark}">${schemeScript};addEventListener('online',function(){location.reload()})</script>
<style nonce="${mark}">
:root { color-scheme: light; --ink: #22223b; --surface: #f8f8fe; --link: #5b21b6 }
:root[data-scheme="dark"] { color-scheme: dark; --ink: #eaeaf3; --surface: #0d0d15; --link: #b0b6ff }
@media (prefers-color-scheme: dark) {
  :root:not([data-scheme="light"]) { color-scheme: dark; --ink: #eaeaf3; --surface: #0d0d15; --link: #b0b6ff }
}
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 1rem; padding: 1.5rem; box-sizing: border-box;
  text-align: center; font: 1.125rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--surface) }
h1, p { margin: 0; max-width: 24rem }
h1 { font-size: 1.5rem }
a { display: inline-block; color: var(--link); padding: .75rem }
</style>
<main>
${main(hasTickets, language)}
</main>`

function noNetworkPage(hasTickets: boolean, language: Language): Response {
  const mark = crypto.randomUUID()
  return new Response(html(mark, hasTickets, language), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${mark}'; script-src 'nonce-${mark}'`,
    },
  })
}
