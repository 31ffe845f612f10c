import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant, text } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import * as stars from '#messages/tickets-feedback.json'

/** The answers to 'How was it?', worst first: the first is 1. */
export const starLabels = [stars.oneStar, stars.twoStars, stars.threeStars, stars.fourStars, stars.fiveStars]

/** Characters of the sentence. */
export const longestFeedback = 500

/** What an attendee said of an event; `stars` is null until they answer. */
export const Feedback = z.object({
  event_name: z.string(),
  organizer_name: z.string(),
  start_date_event: Instant,
  stars: z.number().int().nullable(),
  sentence: z.string(),
})
export type Feedback = z.infer<typeof Feedback>

const LinkParams = z.object({ link: z.string() })

/** The link in the mail the day after. Works without a session, and never expires. */
export const showFeedback = {
  method: 'GET',
  url: '/api/feedback/:link',
  schema: {
    summary: 'Show the event of a link that asks how it was, and the answer',
    params: LinkParams,
    refusals: ['feedback_link_invalid'],
    response: { 200: Feedback },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

/** Without a sentence the one given before stays. */
export const giveFeedback = {
  method: 'PUT',
  url: '/api/feedback/:link',
  schema: {
    summary: 'Say how an event was, with the link in the mail about it',
    params: LinkParams,
    body: z.object({
      stars: z.number().int().min(1, m.chooseStars).max(5, m.chooseStars),
      sentence: text(longestFeedback).optional(),
    }),
    refusals: ['feedback_link_invalid'],
    response: { 200: Feedback },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint
