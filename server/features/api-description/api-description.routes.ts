import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Answer, createAnswer, sendAnswer } from '#server/lib/http/answer.ts'
import type { Api } from '#server/lib/http/api.ts'
import { documentOptions } from './document.ts'

/** The API description, and a page that shows it. Mounted before the calls, which it collects. */
export async function apiDescriptionRoutes(api: Api, { settings }: Context): Promise<void> {
  const title = settings.BRAND_NAME.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  await api.register(swagger, documentOptions(settings))
  await api.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    uiHooks: { onRequest: refuseYaml },
    theme: { title: `${title} API`, css: [{ filename: 'phone.css', content: phoneStyle }] },
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: 0, layout: 'BaseLayout' },
  })

  // Five minutes: a new version of the server has another description.
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }
  let answer: Answer | null = null
  api.get('/api/openapi.json', async (request, reply) => {
    answer ??= createAnswer(200, headers, Buffer.from(JSON.stringify(api.swagger())))
    await sendAnswer(request, reply, answer)
  })
}

/** Writing the document as YAML would block the process for a second or more. */
async function refuseYaml({ url }: FastifyRequest): Promise<void> {
  if (url.startsWith('/api/docs/yaml')) throw new AppError('not_found')
}

/** Nothing from elsewhere, and no inline script or style. The library's style sheet contains its icons. */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

/** Tables wider than a phone scroll. */
const phoneStyle = '.swagger-ui .opblock-section, .swagger-ui .responses-wrapper { overflow-x: auto }'
