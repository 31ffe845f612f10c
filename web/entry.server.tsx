import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { renderToString } from 'react-dom/server'
import { type AppLoadContext, type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { ScriptMark } from '#web/lib/page/site.ts'

/** The start of React Router's tags for the page's code. It cannot occur in text, where React escapes quotes. */
const preload = '<link rel="modulepreload"'
const start = /<script( nonce="[^"]*") type="module" async="">/

/** Loads the page's code after the first paint, so that on a slow network the style sheet, fonts and pictures come
 *  first. Waits at most half a second, and not at all in a hidden tab, which never paints. */
const loadCode = `(() => {
  let waiting = true
  const load = () => {
    if (!waiting) return
    waiting = false
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.text = document.querySelector('script[type=later]').text
    document.head.append(script)
  }
  setTimeout(load, document.hidden ? 0 : 500)
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
})()`

/** Only one page is rendered in each turn of the event loop, so that other requests are answered in between. */
let lastTurn: Promise<void> = Promise.resolve()
function turn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** Renders the whole page before sending it, because a header contains the hashes of its inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { scriptMark, secured }: AppLoadContext,
): Promise<Response> {
  // React Router sends this stream through Suspense, which renderToString does not wait for.
  const { serverHandoffStream, ...context } = routerContext
  const data = serverHandoffStream ? await text(serverHandoffStream) : ''
  await turn()
  const html = renderToString(
    <ScriptMark value={scriptMark}>
      <ServerRouter context={context} url={request.url} nonce={scriptMark} />
    </ScriptMark>,
  )
  const inline = (script: string) => `<script nonce="${scriptMark}">${script}</script>`
  const scripts = latin1(inline(dataScript(data)) + inline(loadCode))
  const later = latin1(`<!DOCTYPE html>${html}`)
    .replaceAll(preload, '<link rel="later" fetchpriority="low"')
    .replace(start, '<script$1 type="later">')
    .replace('</body>', () => `${scripts}</body>`)
  const page = secured(later)
  return new Response(Buffer.from(page.html, 'latin1'), {
    status,
    headers: { ...page.headers, ...Object.fromEntries(headers), 'content-type': 'text/html; charset=utf-8' },
  })
}

/** Reads the bytes as latin1, because a string with Thai text takes twice the memory. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

/** The script by which React Router hands the loaders' data to the browser. */
const dataScript = (data: string) => {
  const controller = 'window.__reactRouterContext.streamController'
  return `${controller}.enqueue(${JSON.stringify(data).replaceAll('<', '\\u003c')});${controller}.close()`
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && error instanceof Error) context.report(error)
}
