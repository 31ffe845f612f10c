import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverTimeHeader } from '#contract/endpoint.ts'
import { linkParameter } from '#contract/events/event-links.ts'
import { type Answer, createAnswer, sendAnswer } from './answer.ts'
import { callInside } from './api.ts'
import type { SharedAnswers, Subjects } from './shared-answers.ts'

/** Marks internal requests that build a shared response; never leaves the process. */
const internalHeader = { name: 'x-made-for-all', mark: randomUUID() }

/** Headers that belong to the request that a response was made for. */
const ofOneRequest = new Set(['x-request-id', serverTimeHeader, 'date', 'connection', 'content-length', 'vary'])

/** Gives all visitors the same bytes, for calls whose responses are shared. */
export function answerVisitors(app: FastifyInstance, shared: SharedAnswers): void {
  async function make(url: string, request: FastifyRequest, subjects: Subjects): Promise<Answer> {
    const { eventId } = request.params as { eventId?: string }
    subjects.add(request.routeOptions.config.shared === 'event' ? Number(eventId) : 'all')
    // As a stream, because otherwise the bytes would be decoded for nothing.
    const reply = await callInside(app, {
      method: 'GET',
      url,
      headers: { [internalHeader.name]: internalHeader.mark },
      payloadAsStream: true,
    })
    const chunks: Buffer[] = []
    for await (const chunk of reply.stream()) chunks.push(chunk)
    const headers = Object.entries(reply.headers).filter(([name]) => !ofOneRequest.has(name))
    return createAnswer(
      reply.statusCode,
      Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    // Names the language of refusals as well.
    const url = request.originalUrl
    if (!isShared(request)) return done()
    const known = shared.get(url)
    const sent = known
      ? sendAnswer(request, reply, known)
      : shared
          .share(url, (subjects) => make(url, request, subjects))
          .then((answer) => sendAnswer(request, reply, answer))
    sent.catch(done)
  })
}

/** Whether the caller gets what every visitor gets: no session, and no key of an unlisted event. A call with a limit or an
 *  unexpected body takes the usual path. */
function isShared({ routeOptions: { config }, headers, query }: FastifyRequest): boolean {
  return (
    config.shared !== undefined &&
    config.limit === undefined &&
    headers.authorization === undefined &&
    !hasLinkKey(query) &&
    headers[internalHeader.name] !== internalHeader.mark &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** Whether the URL contains a key that reveals what visitors do not see. */
export function hasLinkKey(query: unknown): boolean {
  return Object.hasOwn(query as object, linkParameter)
}
