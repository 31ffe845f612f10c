import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { inLanguage } from '#contract/language/languages.ts'
import { pendingCodeLoaded } from '#web/lib/page/on-demand.tsx'
import { byAddress, fileCache, isLastingFile, neededFiles, pageCache } from './offline-names.ts'
import { signOutFiles } from './page-code.ts'

/** Only the most recently cached pages stay. A page is about 10 kB and shares most files with the others. */
const mostPages = 60
/** Waits for further files before a page is cached again, because several pictures load at once. */
const settlingMs = 200
const lockName = 'kept pages'

/**
 * Caches a page for offline use, in the language of this one: its document and all files that it names, that it has loaded so far, or that signing
 * out needs. Call it once the page is complete, and again after it has loaded more code. Does nothing in browsers
 * without a cache (plain http except on localhost). If it fails, an older copy stays; returns false then.
 */
export async function cachePage(path: string): Promise<boolean> {
  if (!canCache()) return true
  try {
    return await navigator.locks.request(lockName, () => cacheNow(inLanguage(path)))
  } catch {
    // No network or no space.
    return false
  }
}

/** Caches the open page once it is `ready`, and files that it loads later. */
export function useOfflinePage(ready: boolean): void {
  const { pathname } = useLocation()
  useEffect(() => (ready ? follow(pathname) : undefined), [pathname, ready])
}

/** Caches the page again whenever it has loaded more files. Returns a function that stops it. */
function follow(path: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cacheSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void cachePage(path), settlingMs)
  }
  void cachePage(path)
  // The load event of pictures and scripts does not bubble, but can be captured.
  document.addEventListener('load', cacheSoon, true)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('load', cacheSoon, true)
  }
}

/** Called at sign-out. */
export async function deleteCachedPages(): Promise<void> {
  if (!canCache()) return
  // The lock waits for a page that is being cached.
  await navigator.locks.request(lockName, () => Promise.all([pageCache, fileCache].map((name) => caches.delete(name))))
}

/** Browsers with service workers also have the cache API. */
const canCache = () => import.meta.env.PROD && 'serviceWorker' in navigator && 'locks' in navigator

async function cacheNow(path: string): Promise<boolean> {
  const response = await fetch(path, { credentials: 'omit' })
  if (!response.ok || response.redirected) return false
  const html = await response.text()
  const [pages, files] = await Promise.all([caches.open(pageCache), caches.open(fileCache)])
  const named = filesIn(html)
  await Promise.all(named.map((file) => add(files, file)))
  const fonts = (await Promise.all(named.filter(isStyle).map((style) => fontsOf(files, style)))).flat()
  await pendingCodeLoaded()
  const more = [...fonts, ...signOutFiles(), ...loadedCode(), ...(await shownPictures())]
  // The page works without these files; the server may no longer have code of an older release.
  await Promise.allSettled(more.map((file) => add(files, file)))

  await pages.put(path, new Response(html, { headers: headersOf(response, [...named, ...more]) }))
  await tidy(pages, files)
  return true
}

async function add(files: Cache, address: string) {
  if (!(await files.match(address, byAddress))) await files.add(address)
}

async function fontsOf(files: Cache, style: string): Promise<string[]> {
  const found = await files.match(style, byAddress)
  return found ? filesIn(await found.text()) : []
}

const isStyle = (file: string) => file.endsWith('.css')
const filesIn = (text: string) => [...new Set(text.match(/\/assets\/[\w.-]+\.\w+/g))]

/** Paths of scripts that no document names, because they were loaded later. */
function loadedCode(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return loaded.filter(isOurs).flatMap(({ pathname }) => (/^\/assets\/.*\.js$/.test(pathname) ? [pathname] : []))
}

/** Paths of the shown pictures in the width chosen for this screen, without pictures from other sites. */
async function shownPictures(): Promise<string[]> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  const shown = pictures.filter(({ currentSrc }) => currentSrc).map(({ currentSrc }) => new URL(currentSrc))
  return shown.filter((url) => isOurs(url) && isLastingFile(url.pathname)).map(({ pathname }) => pathname)
}

const isOurs = ({ origin }: URL) => origin === window.location.origin

/** The response's headers, which include the Content-Security-Policy, without those about its encoding. */
function headersOf(response: Response, needed: string[]): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set(neededFiles, [...new Set(needed)].join(' '))
  return headers
}

/** Deletes the oldest pages, and files that no cached page needs. */
async function tidy(pages: Cache, files: Cache) {
  const cached = await pages.keys()
  for (const request of cached.slice(0, -mostPages)) await pages.delete(request)
  const lists = (await pages.matchAll()).map(({ headers }) => headers.get(neededFiles) ?? '')
  const needed = new Set(lists.flatMap((list) => list.split(' ')))
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request)
  }
}
