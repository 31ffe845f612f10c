import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type AppLoadContext, type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { ScriptMark } from '#web/lib/page/site.ts'

const timeoutMs = 10_000

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

/** Renders the whole page before sending it, because a header contains the hashes of its inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { scriptMark, secured }: AppLoadContext,
): Promise<Response> {
  const app = (
    <ScriptMark value={scriptMark}>
      <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
    </ScriptMark>
  )
  // A decoded page with Thai text would take twice the memory. What is inserted below must be ASCII.
  const html = (await render(app, scriptMark)).toString('latin1')
  const later = html
    .replaceAll(preload, '<link rel="later" fetchpriority="low"')
    .replace(start, '<script$1 type="later">')
    .replace('</body>', `<script nonce="${scriptMark}">${loadCode}</script></body>`)
  const page = secured(later)
  return new Response(Buffer.from(page.html, 'latin1'), {
    status,
    headers: { ...page.headers, ...Object.fromEntries(headers), 'content-type': 'text/html; charset=utf-8' },
  })
}

function render(app: React.ReactNode, nonce: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce,
      // Otherwise React would send long content hidden at the end, to be moved by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: (error) => console.error(error),
      onAllReady: () => {
        clearTimeout(timer)
        resolve(buffer(pipe(new PassThrough())))
      },
    })
    const timer = setTimeout(abort, timeoutMs)
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && error instanceof Error) context.report(error)
}
