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

const OpeningWish = z.object({ is_wished: z.boolean() })

export const showOpeningWishSchema = {
  summary: 'Show whether a reminder for the opening of registration is set',
  params: EventParams,
  refusals: ['event_not_found'],
  response: { 200: OpeningWish },
} satisfies Schemas
export const showOpeningWish = { ...calls.showOpeningWish, schema: showOpeningWishSchema }

export const wishForOpeningSchema = {
  summary: 'Set a reminder for the opening of registration',
  params: EventParams,
  refusals: ['event_called_off', 'event_not_found', 'registration_already_open'],
  response: { 200: OpeningWish },
} satisfies Schemas
export const wishForOpening = { ...calls.wishForOpening, schema: wishForOpeningSchema }

export const undoOpeningWishSchema = {
  summary: 'Remove the reminder for the opening of registration',
  params: EventParams,
  refusals: ['event_not_found'],
  response: { 200: OpeningWish },
} satisfies Schemas
export const undoOpeningWish = { ...calls.undoOpeningWish, schema: undoOpeningWishSchema }
