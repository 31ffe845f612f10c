import {
  addDraft,
  deleteDraft,
  draftLimits,
  importDraft,
  listDrafts,
  saveDraft,
  showDraft,
} from '#contract/events/drafts.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.schemas.ts'
import { showEvent, showEventCard } from '#contract/events/events.schemas.ts'
import {
  addDates,
  createEvent,
  deleteEvent,
  editEvent,
  listCalledOff,
  listDates,
  listMyEvents,
  previewDates,
  previewMarkdown,
  uploadEventImage,
} from '#contract/events/own-events.ts'
import { listTeamEvents } from '#contract/tickets/team.ts'
import { list, listOwn, listTeam } from '#server/features/events/list/list.service.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describeNext } from '#server/lib/http/paging.ts'
import { listOwnCalledOff, takeDown } from './call-off.service.ts'
import * as drafts from './drafts/drafts.service.ts'
import { importFrom } from './drafts/import.service.ts'
import { preview } from './event-texts.service.ts'
import * as events from './events.service.ts'
import * as facets from './list/facets.service.ts'
import * as series from './series.service.ts'

/** In bytes: two Markdown texts of 20,000 Thai letters and the rest of the form. */
const eventBytes = 256 * 1024
/** Twice the limit of a draft, so that one slightly too long gets the error that explains it. */
const draftBytes = 2 * draftLimits.bytes

/** Every call on events: reading and listing them, an organizer's own, and drafts. */
export function eventRoutes(api: Api, ctx: Context) {
  readingRoutes(api, ctx)
  listRoutes(api, ctx)
  ownRoutes(api, ctx)
  draftRoutes(api, ctx)
}

function readingRoutes(api: Api, ctx: Context) {
  api.route({
    ...showEvent,
    handler: (request) => events.showDetail(ctx, request.user, request.params.eventId, request.query.link),
  })

  api.route({
    ...showEventCard,
    handler: (request) => events.showCard(ctx, request.user, request.params.eventId, request.query.link),
  })
}

function listRoutes(api: Api, ctx: Context) {
  api.route({
    ...listEvents,
    handler: async ({ user, query }, reply) => {
      const { events, total, next } = await list(ctx, user, query)
      describeNext(reply, listEvents.url, query, next, total)
      return events
    },
  })

  api.route({ ...listCategories, handler: ({ user }) => facets.categories(ctx, user) })
  api.route({ ...listTags, handler: ({ user, query }) => facets.tags(ctx, user, query.limit) })
  api.route({ ...listDays, handler: ({ user, query }) => facets.days(ctx, user, query.month) })
}

function ownRoutes(api: Api, ctx: Context) {
  api.route({
    ...createEvent,
    bodyLimit: eventBytes,
    handler: async (request, reply) => {
      const event = await events.create(ctx, signedIn(request), request.body, request.upload)
      return reply.code(201).send(event)
    },
  })

  api.route({
    ...editEvent,
    bodyLimit: eventBytes,
    handler: (request) => {
      const { dates, ...change } = request.body
      const edit = dates === 'later' ? series.editThisAndLater : events.edit
      return edit(ctx, signedIn(request), request.params.eventId, change, request.upload)
    },
  })

  api.route({ ...listDates, handler: (request) => series.dates(ctx, signedIn(request), request.params.eventId) })

  api.route({
    ...previewDates,
    handler: async (request) => ({
      starts: await series.preview(ctx, signedIn(request), request.params.eventId, request.body),
    }),
  })

  api.route({
    ...addDates,
    handler: (request) => series.add(ctx, signedIn(request), request.params.eventId, request.body.starts),
  })

  api.route({
    ...uploadEventImage,
    handler: (request) => events.replaceImage(ctx, signedIn(request), request.params.eventId, request.upload),
  })

  api.route({
    ...deleteEvent,
    handler: (request) => takeDown(ctx, request.params.eventId, 'owner'),
  })

  api.route({
    ...listMyEvents,
    handler: async (request, reply) => {
      const { events: page, total, next } = await listOwn(ctx, signedIn(request), request.query)
      describeNext(reply, listMyEvents.url, request.query, next, total)
      return page
    },
  })

  api.route({ ...listCalledOff, handler: (request) => listOwnCalledOff(ctx, signedIn(request)) })

  api.route({ ...listTeamEvents, handler: (request) => listTeam(ctx, signedIn(request)) })

  api.route({
    ...previewMarkdown,
    bodyLimit: eventBytes,
    handler: (request) => preview(ctx, signedIn(request), request.body),
  })
}

function draftRoutes(api: Api, ctx: Context) {
  api.route({ ...listDrafts, handler: (request) => drafts.list(ctx, signedIn(request)) })

  api.route({ ...showDraft, handler: (request) => drafts.open(ctx, signedIn(request), request.params.draftId) })

  api.route({
    ...addDraft,
    bodyLimit: draftBytes,
    handler: async (request, reply) => {
      const draft = await drafts.add(ctx, signedIn(request), request.body, request.upload)
      return reply.code(201).send(draft)
    },
  })

  api.route({
    ...saveDraft,
    bodyLimit: draftBytes,
    handler: (request) => drafts.save(ctx, signedIn(request), request.params.draftId, request.body, request.upload),
  })

  api.route({
    ...importDraft,
    handler: async (request, reply) => {
      const draft = await importFrom(ctx, signedIn(request), request.body.url)
      return reply.code(201).send(draft)
    },
  })

  api.route({ ...deleteDraft, handler: (request) => drafts.remove(ctx, signedIn(request), request.params.draftId) })
}
