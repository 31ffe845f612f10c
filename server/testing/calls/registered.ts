import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** All routes of apps started from now on, as registered in Fastify: 'GET /api/events/:eventId'. */
export function listenForRoutes(): string[] {
  const registered: string[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      // A route with several methods responds alike to each.
      if (method !== 'HEAD') registered.push(`${Array.isArray(method) ? 'GET' : method} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  onTestFinished(() => void unsubscribe('fastify.initialization', listen))
  return registered
}
