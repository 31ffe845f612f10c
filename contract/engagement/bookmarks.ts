import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './engagement.schemas.ts'

/** Bookmarks the event, or removes the bookmark: answers what holds now, and how many bookmark it. */
export const toggleBookmark: Call<typeof schemas.toggleBookmarkSchema> = {
  method: 'PUT',
  url: '/api/bookmarks/:eventId/toggle-bookmark',
  config: { access: 'signed-in', limit: 'toggle' },
}

/** Last bookmarked first; only events that one may still see. `X-Total-Count` and `Link` are those of the event list. */
export const listBookmarks: Call<typeof schemas.listBookmarksSchema> = {
  method: 'GET',
  url: '/api/bookmarks/my-favorite',
  config: { access: 'signed-in' },
}
