import type { Context } from '#server/lib/context.ts'
import { type Answer, createAnswer, sendAnswer } from '#server/lib/http/answer.ts'
import type { Api } from '#server/lib/http/api.ts'
import manifest from '../../../package.json' with { type: 'json' }
import {
  descriptionPath,
  docsPage,
  docsPath,
  docsPolicy,
  libraryFiles,
  readLibraryFile,
  startFile,
  startScript,
  style,
  styleFile,
} from './docs-page.tsx'
import { describeApi } from './document.ts'

/** In seconds: a new version of the server has another description. */
const kept = 300

/** The description of the API, and a page that shows it. Each is made when it is asked for first. */
export function apiDescriptionRoutes(api: Api, { settings }: Context) {
  const { BRAND_NAME: brand, PUBLIC_URL: publicUrl } = settings

  function serve(path: string, type: string, make: () => string | Buffer, headers: Record<string, string> = {}) {
    const all = { 'content-type': type, 'cache-control': `public, max-age=${kept}`, ...headers }
    let made: Answer | null = null
    api.get(path, { schema: { hide: true } }, async (request, reply) => {
      made ??= createAnswer(200, all, Buffer.from(make()))
      await sendAnswer(request, reply, made)
    })
  }

  serve(descriptionPath, 'application/json; charset=utf-8', () =>
    JSON.stringify(describeApi({ brand, publicUrl, version: manifest.version })),
  )
  serve(docsPath, 'text/html; charset=utf-8', () => docsPage(brand), { 'content-security-policy': docsPolicy })
  serve(styleFile, 'text/css; charset=utf-8', () => style)
  serve(startFile, 'text/javascript; charset=utf-8', () => startScript)
  for (const [path, type] of Object.entries(libraryFiles)) serve(path, type, () => readLibraryFile(path))
}
