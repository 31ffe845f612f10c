import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'

/** Whether the user gets one mail when the registration of an event opens. */
const Wish = z.object({ is_wished: z.boolean() })

const url = '/api/events/:eventId/opening-wish'

export const showOpeningWish = {
  method: 'GET',
  url,
  schema: {
    summary: 'Show whether a reminder for the opening of registration is set',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: Wish },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Refused as `registration_already_open` once registration is open. */
export const wishForOpening = {
  method: 'PUT',
  url,
  schema: {
    summary: 'Set a reminder for the opening of registration',
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
    summary: 'Remove the reminder for the opening of registration',
    params: EventParams,
    refusals: ['event_not_found'],
    response: { 200: Wish },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint
