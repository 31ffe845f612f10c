import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { authenticate } from './features/auth/sessions.service.ts'
import { bookmarkRoutes } from './features/bookmarks/bookmarks.routes.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { organizerRoutes } from './features/organizers/organizers.routes.ts'
import { ticketRoutes } from './features/tickets/tickets.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { createApi } from './lib/api.ts'
import { mountFiles } from './lib/files.ts'

/** The whole product on one Fastify: every feature's calls, the files, and a JSON 404 for other paths below /api. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const api = createApi(ctx, (token) => authenticate(ctx, token))

  authRoutes(api, ctx)
  userRoutes(api, ctx)
  organizerRoutes(api, ctx)
  eventRoutes(api, ctx)
  ticketRoutes(api, ctx)
  likeRoutes(api, ctx)
  bookmarkRoutes(api, ctx)

  await mountFiles(api, ctx)
  return api as unknown as FastifyInstance
}
