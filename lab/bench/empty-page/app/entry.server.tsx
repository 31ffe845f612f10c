import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Without this file React Router would add a package to package.json. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = renderToString(<ServerRouter context={context} url={request.url} />)
  return new Response(`<!doctype html>${html}`, { status, headers })
}
