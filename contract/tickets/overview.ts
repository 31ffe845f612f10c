import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'

/** `attendance`, `feedback` and `sentences`, which people added to it, are for events that are over. */
const figureNames = [
  'attendance',
  'feedback',
  'sentences',
  'funnel',
  'applications',
  'sources',
  'money',
  'entries',
  'answers',
] as const
export const FigureName = z.enum(figureNames)
export type FigureName = z.infer<typeof FigureName>

/** What a picture shows, as a picture and as a table. One column is a list of texts. There is one for each question under `answers`. */
export const Figure = z.object({
  name: FigureName,
  title: z.string(),
  /** The picture in one or two sentences, which are also its description for screen readers. */
  summary: z.string(),
  /** The picture, in the colours of the page; '' while there is nothing to draw, and for people's own words. */
  svg: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
})
export type Figure = z.infer<typeof Figure>

/** In the order in which they are shown; those that say nothing about this event are left out. With more than
 *  5,000 applications the figures may be half a minute old. */
export const showOverview = {
  method: 'GET',
  url: '/api/events/:eventId/overview',
  schema: {
    summary: 'Read the figures of your own event',
    params: EventParams,
    response: { 200: z.object({ figures: z.array(Figure) }) },
  },
  config: { access: 'signed-in', role: 'co_host', scope: 'attendees' },
} satisfies Endpoint

/** The table of a figure for spreadsheets (UTF-8 with BOM); of all questions for `answers`, and of all entries for `entries`, of
 *  which the page shows the last six hours. */
export const exportFigure = {
  method: 'GET',
  url: '/api/events/:eventId/overview.csv',
  schema: {
    summary: 'Download a figure of your own event as CSV',
    params: EventParams,
    querystring: z.object({ figure: FigureName }),
    mediaType: 'text/csv',
    responseHeaders: ['content-disposition'],
    response: { 200: z.string() },
  },
  config: { access: 'signed-in', role: 'co_host', scope: 'attendees' },
} satisfies Endpoint
