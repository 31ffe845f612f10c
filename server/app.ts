import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { applicantRoutes } from './features/applicants/applicants.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { authentication } from './features/auth/authentication.ts'
import { emailLinkRoutes } from './features/auth/email-links.routes.ts'
import { bookmarkRoutes } from './features/bookmarks/bookmarks.routes.ts'
import { doorRoutes } from './features/door/door.routes.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { ownEventRoutes } from './features/events/own-events.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { organizerRoutes } from './features/organizers/organizers.routes.ts'
import { placeRoutes } from './features/places/places.routes.ts'
import { ticketRoutes } from './features/tickets/tickets.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { createApi } from './lib/api.ts'
import { mountFiles } from './lib/files.ts'
import { mountHealth } from './lib/health.ts'
import { mountPages } from './lib/pages.ts'

/** The whole product on one Fastify: every feature's calls, the files, the pages, and a JSON 404 for other paths below /api. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const api = createApi(ctx, authentication(ctx))
  // Long lists, and what a door keeps of an event: to phones on a slow network. Short answers stay as they are.
  await api.register(compress, { encodings: ['br', 'gzip'], threshold: 2048 })

  authRoutes(api, ctx)
  emailLinkRoutes(api, ctx)
  userRoutes(api, ctx)
  organizerRoutes(api, ctx)
  eventRoutes(api, ctx)
  ownEventRoutes(api, ctx)
  applicantRoutes(api, ctx)
  ticketRoutes(api, ctx)
  doorRoutes(api, ctx)
  likeRoutes(api, ctx)
  bookmarkRoutes(api, ctx)
  placeRoutes(api, ctx)

  mailRoutes(api, ctx)
  mountHealth(api, ctx)
  mountFiles(api, ctx)
  const app = api as unknown as FastifyInstance
  await mountPages(app, ctx)
  return app
}
