import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'

/** Whether one is told, by one mail, when the registration of an event opens. */
const Wish = z.object({ is_wished: z.boolean() })

const url = '/api/events/:eventId/opening-wish'

export const showOpeningWish = {
  method: 'GET',
  url,
  schema: {
    summary: 'Read whether one is told when registration opens',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: Wish },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Refused as `registration_already_open` once there is nothing to wait for. */
export const wishForOpening = {
  method: 'PUT',
  url,
  schema: {
    summary: 'Ask to be told when registration opens',
    params: EventParams,
    refusals: ['event_called_off', 'event_not_found', 'registration_already_open'],
    response: { 200: Wish },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint

export const undoOpeningWish = {
  method: 'DELETE',
  url,
  schema: {
    summary: 'No longer be told when registration opens',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: Wish },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint
