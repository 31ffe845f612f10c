import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createParser } from 'eventsource-parser'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type Farewell, farewellName, type LiveEvent } from '#contract/events/live.ts'
import type { Person } from './app.ts'

/** A page that follows an event. */
export interface OpenPage {
  status: number
  /** All messages, oldest first. */
  messages: LiveEvent[]
  /** The final message after the viewer lost access to the event. */
  farewells: Farewell[]
  /** Waits until a message fits. */
  sees(expected: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  /** Closes the page. */
  leave(): void
}

/** Opens an event's stream as a user or visitor over a real connection, and makes the app listen. `query` is the page's query,
 *  such as '?link=...'. */
export async function openPage(
  app: FastifyInstance,
  eventId: number,
  person?: Person,
  query = '',
  more: Record<string, string> = {},
): Promise<OpenPage> {
  const { port } = await listen(app)
  const headers = person ? { ...more, authorization: `Bearer ${person.access}` } : more
  // Not fetch, which replaces aborted connections and so keeps the server from closing.
  const request = get({ port, host: '127.0.0.1', path: `/api/events/${eventId}/live${query}`, headers, agent: false })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const messages: LiveEvent[] = []
  const waiting = new Set<() => void>()
  const farewells: Farewell[] = []
  const ended = read(response, (name, message) => {
    if (name === farewellName) farewells.push(message)
    else messages.push(message)
    for (const look of waiting) look()
  })
  ended.catch(() => undefined)

  return {
    status: response.statusCode ?? 0,
    messages,
    farewells,
    ended,
    leave: () => void request.destroy(),
    sees: (expected) =>
      new Promise((resolve) => {
        const look = () => {
          const found = messages.find(expected)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

async function read(
  response: IncomingMessage,
  onMessage: (name: string | undefined, message: LiveEvent & Farewell) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ event, data }) => onMessage(event, JSON.parse(data)) })
  for await (const text of response.setEncoding('utf8')) parser.feed(text)
}

const listening = new WeakMap<FastifyInstance, Promise<unknown>>()

async function listen(app: FastifyInstance): Promise<AddressInfo> {
  const started = listening.get(app) ?? app.listen({ port: 0, host: '127.0.0.1' })
  listening.set(app, started)
  await started
  return app.server.address() as AddressInfo
}
