import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { ListedEvents, ListPage } from '#contract/events/event-list.schemas.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import * as calls from './engagement.ts'

export const toggleLikeSchema = {
  summary: 'Like an event, or remove the like',
  params: EventParams,
  refusals: ['event_not_found'],
  response: { 200: z.object({ is_liked: z.boolean(), total_likes: z.number().int(), message: z.string() }) },
} satisfies Schemas
export const toggleLike = { ...calls.toggleLike, schema: toggleLikeSchema }

export const toggleBookmarkSchema = {
  summary: 'Bookmark an event, or remove the bookmark',
  params: EventParams,
  refusals: ['event_not_found'],
  response: { 200: z.object({ is_bookmarked: z.boolean(), total_bookmarks: z.number().int(), message: z.string() }) },
} satisfies Schemas
export const toggleBookmark = { ...calls.toggleBookmark, schema: toggleBookmarkSchema }

export const listBookmarksSchema = {
  summary: 'List bookmarked events',
  querystring: ListPage,
  responseHeaders: ['link', 'x-total-count'],
  response: { 200: ListedEvents },
} satisfies Schemas
export const listBookmarks = { ...calls.listBookmarks, schema: listBookmarksSchema }
