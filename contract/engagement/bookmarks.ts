import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ListedEvents, ListPage } from '#contract/events/event-list.ts'
import { EventParams } from '#contract/events/events.ts'

/** Bookmarks the event, or removes the bookmark: answers what holds now, and how many bookmark it. */
export const toggleBookmark = {
  method: 'PUT',
  url: '/api/bookmarks/:eventId/toggle-bookmark',
  schema: {
    summary: 'Bookmark an event, or remove the bookmark',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: z.object({ is_bookmarked: z.boolean(), total_bookmarks: z.number().int(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint

/** Last bookmarked first; only events that one may still see. `X-Total-Count` and `Link` are those of the event list. */
export const listBookmarks = {
  method: 'GET',
  url: '/api/bookmarks/my-favorite',
  schema: {
    summary: 'List the events one has bookmarked',
    querystring: ListPage,
    tells: ['link', 'x-total-count'],
    response: { 200: ListedEvents },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint
