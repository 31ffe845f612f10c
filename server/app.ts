import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { accessTokenRoutes, withAccessTokens } from '#server/features/access-tokens/access-tokens.ts'
import { accountRoutes } from '#server/features/accounts/accounts.routes.ts'
import { authentication } from '#server/features/accounts/sessions.service.ts'
import { engagementRoutes } from '#server/features/engagement/engagement.ts'
import { embedRoutes } from '#server/features/events/embed/embed.routes.tsx'
import { eventRoutes } from '#server/features/events/events.routes.ts'
import { requireRole } from '#server/features/events/events.service.ts'
import { feedRoutes } from '#server/features/events/feeds/feeds.routes.ts'
import { previewRoutes } from '#server/features/events/preview/preview.ts'
import { messageRoutes } from '#server/features/messages/messages.routes.ts'
import { openingReminderRoutes } from '#server/features/opening-reminders/opening-reminders.ts'
import { sitemapRoutes } from '#server/features/sitemap/sitemap.routes.ts'
import { ticketRoutes } from '#server/features/tickets/tickets.routes.ts'
import type { Context } from '#server/lib/context.ts'
import { longestAtOnce, shortestCompressed } from '#server/lib/http/answer.ts'
import { createApi, signedIn } from '#server/lib/http/api.ts'
import { mountFiles, openMethods } from '#server/lib/http/files.ts'
import { openSharedAnswers } from '#server/lib/http/shared-answers.ts'
import { answerVisitors } from '#server/lib/http/visitors.ts'
import { mountHealth, mountMetrics, openMetrics } from '#server/lib/operation/metrics.ts'
import { mountPages } from '#server/lib/pages/pages.ts'
import { openGoogle } from '#server/lib/security/google.ts'
import { apiDescriptionRoutes } from './features/api-description/api-description.routes.ts'
import { applicantRoutes } from './features/applicants/applicants.routes.ts'
import { codeRoutes } from './features/codes/codes.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { doorRoutes } from './features/door/door.routes.ts'
import { followingRoutes } from './features/following/following.routes.ts'
import { informationRoutes } from './features/information/information.ts'
import type { Intervals } from './features/live/hub.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { organizerRoutes } from './features/organizers/organizers.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { ownDataRoutes } from './features/own-data/own-data.routes.ts'
import { passwordlessRoutes } from './features/passwordless/passwordless.routes.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { placeRoutes } from './features/places/places.ts'
import { teamRoutes } from './features/team/team.routes.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'

/** The whole product on one Fastify: all calls, files and pages, and a JSON 404 for other paths below /api. */
export async function buildApp(ctx: Context, liveIntervals?: Intervals): Promise<FastifyInstance> {
  const api = await createApi(ctx, withAccessTokens(ctx, authentication(ctx)))
  // Long lists, and a door's snapshot, for phones on a slow network. Short responses stay uncompressed.
  await api.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: shortestCompressed,
    syncThreshold: longestAtOnce,
  })
  const metrics = openMetrics(ctx)
  metrics.measure(api)
  const shared = openSharedAnswers(ctx)
  const app = api as unknown as FastifyInstance
  const refuse = openMethods(app)
  answerVisitors(app, shared)
  app.addHook('onClose', () => shared.close())

  checkRoles(app, ctx)

  await apiDescriptionRoutes(api, ctx)
  const verifyGoogleToken = openGoogle(ctx.settings)
  accountRoutes(api, ctx, verifyGoogleToken)
  passwordlessRoutes(api, ctx, verifyGoogleToken)
  accessTokenRoutes(api, ctx)
  ownDataRoutes(api, ctx, verifyGoogleToken)
  organizerRoutes(api, ctx)
  followingRoutes(api, ctx)
  eventRoutes(api, ctx)
  previewRoutes(api, ctx)
  embedRoutes(api, ctx)
  feedRoutes(api, ctx)
  applicantRoutes(api, ctx)
  codeRoutes(api, ctx)
  overviewRoutes(api, ctx)
  teamRoutes(api, ctx)
  ticketRoutes(api, ctx, metrics)
  paymentRoutes(api, ctx)
  messageRoutes(api, ctx)
  doorRoutes(api, ctx)
  liveRoutes(api, ctx, liveIntervals)
  engagementRoutes(api, ctx)
  openingReminderRoutes(api, ctx)
  commentRoutes(api, ctx)
  placeRoutes(api, ctx)
  webhookRoutes(api, ctx)
  informationRoutes(api, ctx)

  mailRoutes(api, ctx)
  sitemapRoutes(api, ctx)
  mountHealth(api, ctx)
  mountMetrics(api, ctx, metrics)
  mountFiles(api, ctx, refuse)
  await mountPages(app, ctx, shared)
  return app
}

/** Refuses calls about an event to everybody without the role that the contract names. */
function checkRoles(app: FastifyInstance, ctx: Context): void {
  // Not one hook for all routes: in a rush it would take a tenth of the time.
  app.addHook('onRoute', (route) => {
    const { role, access } = route.config ?? {}
    if (role === undefined || !route.url.includes(':eventId')) return
    const check = async (request: FastifyRequest) => {
      // The door checks its links itself.
      if (access === 'visitor' && doorLinkHeader in request.headers) return
      await requireRole(ctx, signedIn(request), (request.params as { eventId: number }).eventId, role)
    }
    route.preHandler = [check, ...[route.preHandler ?? []].flat()]
  })
}
