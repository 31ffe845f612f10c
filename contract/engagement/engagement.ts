import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './engagement.schemas.ts'

/** Likes the event or removes the like. Returns the new state and total. */
export const toggleLike: Call<typeof schemas.toggleLikeSchema> = {
  method: 'PUT',
  url: '/api/likes/:eventId/toggle-like',
  config: { access: 'signed-in', limit: 'toggle' },
}

/** Bookmarks the event or removes the bookmark. Returns the new state and total. */
export const toggleBookmark: Call<typeof schemas.toggleBookmarkSchema> = {
  method: 'PUT',
  url: '/api/bookmarks/:eventId/toggle-bookmark',
  config: { access: 'signed-in', limit: 'toggle' },
}

/** Last bookmarked first; only events the user may still see. `X-Total-Count` and `Link` as in the event list. */
export const listBookmarks: Call<typeof schemas.listBookmarksSchema> = {
  method: 'GET',
  url: '/api/bookmarks/my-favorite',
  config: { access: 'signed-in' },
}

const openingWish = '/api/events/:eventId/opening-wish'

/** Whether the user gets one mail when the registration of an event opens. */
export const showOpeningWish: Call<typeof schemas.showOpeningWishSchema> = {
  method: 'GET',
  url: openingWish,
  config: { access: 'signed-in' },
}

/** Refused as `registration_already_open` once registration is open. */
export const wishForOpening: Call<typeof schemas.wishForOpeningSchema> = {
  method: 'PUT',
  url: openingWish,
  config: { access: 'signed-in', limit: 'toggle' },
}

export const undoOpeningWish: Call<typeof schemas.undoOpeningWishSchema> = {
  method: 'DELETE',
  url: openingWish,
  config: { access: 'signed-in', limit: 'toggle' },
}
