import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** All that a server answers which is started from now on, by what Fastify says of each route: 'GET /api/events/:eventId'. */
export function listenForRoutes(): string[] {
  const registered: string[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      // What answers several methods answers each alike.
      if (method !== 'HEAD') registered.push(`${Array.isArray(method) ? 'GET' : method} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  onTestFinished(() => void unsubscribe('fastify.initialization', listen))
  return registered
}
