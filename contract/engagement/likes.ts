import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.ts'

/** Likes the event, or takes the like back: answers what holds now, and how many like it. */
export const toggleLike = {
  method: 'PUT',
  url: '/api/likes/:eventId/toggle-like',
  schema: {
    summary: 'Like an event, or take it back',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: z.object({ is_liked: z.boolean(), total_likes: z.number().int(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint
