import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './engagement.schemas.ts'

/** Likes the event, or takes the like back: answers what holds now, and how many like it. */
export const toggleLike: Call<typeof schemas.toggleLikeSchema> = {
  method: 'PUT',
  url: '/api/likes/:eventId/toggle-like',
  config: { access: 'signed-in', limit: 'toggle' },
}
