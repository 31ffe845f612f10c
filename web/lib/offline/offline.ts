import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { forgetAtSignOut } from '#web/lib/storage/forgetting.ts'
import { byAddress, fileCache, isLastingFile, neededFiles, pageCache } from './offline-names.ts'
import { wayOutFiles } from './page-code.ts'

/** The pages opened last are kept; a shell is some 10 kB, and most of its files are those of the others. */
const mostPages = 60
/** Several pictures come at once; in milliseconds. */
const settling = 200
const oneAtATime = 'kept pages'

/**
 * Keeps a page so that it comes up without a network: its document, and every file that it names, that signing out
 * needs, or that was loaded so far. Call it once the page shows all it needs, and again after loading more code for it. Nothing happens where a
 * browser keeps nothing (over plain http anywhere but on localhost), and an older copy stays where this one fails.
 */
export async function keepPage(path: string): Promise<void> {
  if (!canKeep()) return
  try {
    await navigator.locks.request(oneAtATime, () => keepNow(path))
  } catch {
    // No network, or no room.
  }
}

/** Keeps the page that is open once it is `ready`, and follows what it loads later. */
export function useKeptPage(ready: boolean): void {
  const { pathname } = useLocation()
  useEffect(() => (ready ? follow(pathname) : undefined), [pathname, ready])
}

/** Returns how to stop. */
function follow(path: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keepPage(path), settling)
  }
  void keepPage(path)
  // Of pictures and code: this event does not bubble, but can be caught on its way down.
  document.addEventListener('load', keepSoon, true)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('load', keepSoon, true)
  }
}

forgetAtSignOut(forgetPages)

async function forgetPages(): Promise<void> {
  if (!canKeep()) return
  // After what is being kept right now.
  await navigator.locks.request(oneAtATime, () =>
    Promise.all([pageCache, fileCache].map((name) => caches.delete(name))),
  )
}

/** A browser that has the worker has the others too. */
const canKeep = () => import.meta.env.PROD && 'serviceWorker' in navigator && 'locks' in navigator

async function keepNow(path: string) {
  const response = await fetch(path, { credentials: 'omit' })
  if (!response.ok || response.redirected) return
  const html = await response.text()
  const [pages, files] = await Promise.all([caches.open(pageCache), caches.open(fileCache)])
  const named = [...new Set([...filesIn(html), ...wayOutFiles()])]
  await Promise.all(named.map((file) => add(files, file)))
  const fonts = (await Promise.all(named.filter(isStyle).map((style) => fontsOf(files, style)))).flat()
  const more = [...fonts, ...loadedCode(), ...(await shownPictures())]
  // The page can do without any of these; code of an older release is gone from the server.
  await Promise.allSettled(more.map((file) => add(files, file)))

  await pages.put(path, new Response(html, { headers: headersOf(response, [...named, ...more]) }))
  await tidy(pages, files)
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

/** Code that no document names, because it was asked for later. */
function loadedCode(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return loaded.filter(isOurs).flatMap(({ pathname }) => (/^\/assets\/.*\.js$/.test(pathname) ? [pathname] : []))
}

/** In the width that this screen chose; never those from elsewhere. */
async function shownPictures(): Promise<string[]> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  const shown = pictures.filter(({ currentSrc }) => currentSrc).map(({ currentSrc }) => new URL(currentSrc))
  return shown.filter((url) => isOurs(url) && isLastingFile(url.pathname)).map(({ pathname }) => pathname)
}

const isOurs = ({ origin }: URL) => origin === window.location.origin

/** The policy for its scripts stays with the document; what told how it was packed would be wrong by now. */
function headersOf(response: Response, needed: string[]): Headers {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set(neededFiles, [...new Set(needed)].join(' '))
  return headers
}

/** Drops the pages kept longest ago, and the files that no kept page needs (any more). */
async function tidy(pages: Cache, files: Cache) {
  const kept = await pages.keys()
  for (const request of kept.slice(0, -mostPages)) await pages.delete(request)
  const lists = (await pages.matchAll()).map(({ headers }) => headers.get(neededFiles) ?? '')
  const needed = new Set(lists.flatMap((list) => list.split(' ')))
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request)
  }
}
