import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url'
import { renderToPipeableStream } from 'react-dom/server'
import { type AppLoadContext, type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { ScriptMark } from '#web/lib/page/site.ts'
import { withThaiFont } from '#web/lib/page/thai-font.ts'

const timeoutMs = 10_000

/** How React Router names the page's code ahead. A rendered page is read before it is used, so its style sheet, font and
 *  picture come first; no text can hold this, because React escapes its quotes. */
const preload = '<link rel="modulepreload"'

/** Renders the whole page before sending anything, because a header contains the hashes of its inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { scriptMark }: AppLoadContext,
): Promise<Response> {
  const app = (
    <ScriptMark value={scriptMark}>
      <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
    </ScriptMark>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = withThaiFont((await render(app, scriptMark)).toString(), thaiFont)
  return new Response(html.replaceAll(preload, `${preload} fetchpriority="low"`), { status, headers })
}

function render(app: React.ReactNode, nonce: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce,
      // Without this React would put long content at the end, hidden, until a script moves it.
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
