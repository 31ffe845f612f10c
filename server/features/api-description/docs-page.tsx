import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { renderToStaticMarkup } from 'react-dom/server'

/** Where the description is, the page that shows it, and the files of that page. */
export const descriptionPath = '/api/openapi.json'
export const docsPath = '/api/docs'
export const startFile = `${docsPath}/start.js`
export const styleFile = `${docsPath}/page.css`
export const libraryFiles = {
  [`${docsPath}/swagger-ui.css`]: 'text/css; charset=utf-8',
  [`${docsPath}/swagger-ui-bundle.js`]: 'text/javascript; charset=utf-8',
} as const

/** Nothing from elsewhere, and no script or style inside the page. The library's style sheet holds its icons. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function docsPage(brand: string): string {
  const [styles, library] = Object.keys(libraryFiles)
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${brand} API`}</title>
        <link rel="stylesheet" href={styles} />
        <link rel="stylesheet" href={styleFile} />
      </head>
      <body>
        <main id="description" />
        <noscript>
          <a href={descriptionPath}>The description of the API as OpenAPI 3.1</a>
        </noscript>
        <script src={library} />
        <script src={startFile} />
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

/** Starts the library in the page. */
export const startScript = `SwaggerUIBundle({
  url: '${descriptionPath}',
  dom_id: '#description',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** Tables that are wider than a phone are scrolled by themselves. */
export const style = `body { margin: 0 }
.swagger-ui .opblock-section, .swagger-ui .responses-wrapper { overflow-x: auto }
`

/** A file of the library, by its path. */
export function readLibraryFile(path: string): Buffer {
  const name = path.slice(docsPath.length + 1)
  return readFileSync(createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${name}`))
}
