import { byAddress, fileCache, isKeptPage, isLastingFile, pageCache } from '#web/lib/offline/offline-names.ts'
import { noNetworkPage } from './no-network-page.ts'

declare const self: ServiceWorkerGlobalScope

/** How long somebody at a door waits for a weak network before the kept page is shown, in milliseconds. */
const timeoutMs = 3_000

/**
 * Hands out what pages kept (web/lib/offline/offline.ts); keeps nothing itself, and knows nothing of one release, so that the
 * newest worker can take over at any moment. What it does not know passes by untouched, calls of the API above all.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isLastingFile(pathname)) return event.respondWith(file(request))
  if (request.mode !== 'navigate') return
  if (isKeptPage(pathname)) return event.respondWith(page(request))
  // Where the installed app starts.
  if (pathname === '/') event.respondWith(fetch(request).catch(noNetworkPage))
})

async function takeOver() {
  const names = await caches.keys()
  const unknown = names.filter((name) => name !== pageCache && name !== fileCache)
  await Promise.all(unknown.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function file(request: Request): Promise<Response> {
  return (await kept(fileCache, request.url)) ?? fetch(request)
}

/**
 * The server's page where it comes in time, because it may be of a newer release; else the kept one. A server that starts
 * anew behind a proxy, or whose database is away, has no page to give: its trouble is shown only where nothing is kept.
 */
async function page(request: Request): Promise<Response> {
  const coming = fetch(request).catch(() => undefined)
  const known = await kept(pageCache, request.url)
  if (known === undefined) return (await coming) ?? noNetworkPage()
  const came = await Promise.race([coming, after(timeoutMs)])
  return came === undefined || came.status >= 500 ? known : came
}

/** Undefined too where storage is broken or forbidden: the network must then do. */
async function kept(cache: string, address: string): Promise<Response | undefined> {
  try {
    return await caches.match(address, { cacheName: cache, ...byAddress })
  } catch {
    return undefined
  }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
