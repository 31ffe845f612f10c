import { z } from 'zod'
import type { Endpoint, Schemas } from '#contract/endpoint.ts'
import { EventParams, LinkQuery } from '#contract/events/events.schemas.ts'
import { Price, TicketType } from '#contract/events/ticket-types.schemas.ts'
import { ticketTypeLimits } from '#contract/events/ticket-types.ts'
import { Cursor, Flag, GivenInstant, Id, Instant, numeric, PathId, pageLimit } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import * as codes from './codes.ts'

/** `codes` per event, `made` at once; `csv` in characters. */
export const codeLimits = { codes: 5_000, made: 1_000, prefix: 20, length: 40, seats: 1_000_000, csv: 400_000 } as const

/** Case makes no difference: parsed to capitals. */
const CodeText = z
  .string({ error: m.codeNeeded })
  .trim()
  .regex(/^[a-z0-9_-]{3,40}$/i, m.codeLetters)
  .transform((code) => code.toUpperCase())

/** A code as an applicant gives it: any other text cannot be one, and is refused like a code that does not exist. */
export const GivenCode = z
  .string()
  .max(200)
  .transform((code) => code.trim().toUpperCase())

const Seats = z
  .number()
  .int(m.wholeNumber)
  .min(1, fill(m.atLeast, { least: 1 }))
  .max(codeLimits.seats, m.limitTooHigh)

const Percent = z.number().int(m.percent).min(1, m.percent).max(100, m.percent)

const seats = numeric(Seats, null).default(null)
const instant = z.union([z.null(), z.literal('').transform(() => null), GivenInstant], m.dateTimeNeeded).default(null)

/** What a code does, and its limits. '' and null mean none. */
const terms = {
  /** Off the price, in percent. */
  percent: numeric(Percent, null).default(null),
  /** Off the price of each seat, in baht; the price is never below 0. */
  baht: numeric(Price.min(0.01, m.moreThanZero), null).default(null),
  /** The ticket types that it is for, and opens where they are hidden; empty for all that everybody sees. */
  type_ids: z.array(Id).max(ticketTypeLimits.types).default([]),
  /** The number of seats over all. */
  capacity: seats,
  per_person: seats,
  valid_from: instant,
  valid_until: instant,
}

type Terms = z.output<z.ZodObject<typeof terms>>

function checkTerms({ percent, baht, type_ids, valid_from, valid_until }: Terms, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (percent !== null && baht !== null) refuse('baht', m.amountOrPercent)
  if (percent === null && baht === null && type_ids.length === 0) {
    refuse('percent', m.amountPercentOrType)
  }
  if (valid_from !== null && valid_until !== null && valid_from >= valid_until) {
    refuse('valid_until', m.codeEnds)
  }
}

/** A code as the organizer types it. */
export const CodeFields = z
  .object({ code: CodeText, ...terms, is_stopped: Flag.default(false) })
  .superRefine(checkTerms)
export type CodeFields = z.output<typeof CodeFields>
export type CodeFieldsInput = z.input<typeof CodeFields>

/** How many codes of random letters to make, with the same beginning and terms. */
export const CodesToMake = z
  .object({
    count: numeric(
      z
        .number()
        .int(m.wholeNumber)
        .min(1, m.codesAtLeast)
        .max(codeLimits.made, fill(m.codesAtMost, { most: codeLimits.made })),
      1,
    ),
    prefix: z
      .string()
      .trim()
      .regex(/^[a-z0-9_-]{0,20}$/i, m.codePrefixLetters)
      .transform((prefix) => prefix.toUpperCase())
      .default(''),
    ...terms,
  })
  .superRefine(checkTerms)
export type CodesToMake = z.output<typeof CodesToMake>

/** A code as its event's owner sees it. */
export const Code = z.object({
  id: Id,
  code: z.string(),
  percent: z.number().int().nullable(),
  /** In baht. */
  baht: z.number().nullable(),
  type_ids: z.array(Id),
  capacity: z.number().int().nullable(),
  per_person: z.number().int().nullable(),
  valid_from: Instant.nullable(),
  valid_until: Instant.nullable(),
  is_stopped: z.boolean(),
  /** Seats of applications with it that have not ended. */
  used: z.number().int(),
  /** The prices of its tickets together, paid or to be paid at the event. */
  brought_satang: z.number().int(),
})
export type Code = z.infer<typeof Code>

const url = '/api/events/:eventId/codes'
const CodeParams = EventParams.extend({ codeId: PathId })

/** Newest first; `search` finds parts of codes. `X-Total-Count` has the number of all matches, `Link` the next page. */
export const listCodes = {
  method: 'GET',
  url,
  schema: {
    summary: 'List the codes of your own event',
    params: EventParams,
    querystring: z.object({ search: z.string().trim().max(40).optional(), limit: pageLimit(100), cursor: Cursor }),
    responseHeaders: ['link', 'x-total-count'],
    response: { 200: z.array(Code) },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

/** `code_taken` if the event has this code, also a stopped one. */
export const addCode = {
  method: 'POST',
  url,
  schema: {
    summary: 'Add a code to your own event',
    params: EventParams,
    body: CodeFields,
    refusals: ['code_taken', 'event_called_off', 'event_deleted', 'ticket_type_not_found', 'too_many_codes'],
    response: { 201: Code },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** Codes of random letters, such as FRIENDS-7KQ4M2XP. */
export const makeCodes = {
  method: 'POST',
  url: `${url}/make`,
  schema: {
    summary: 'Make many codes for your own event at once',
    params: EventParams,
    body: CodesToMake,
    refusals: ['event_called_off', 'event_deleted', 'ticket_type_not_found', 'too_many_codes'],
    response: { 201: z.object({ codes: z.array(z.string()) }) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** Replaces what the code does and its limits. People who applied with it keep their price. `code_below_used` if its limit would
 *  be below the seats that have it. */
export const editCode = {
  method: 'PUT',
  url: `${url}/:codeId`,
  schema: {
    summary: 'Edit or stop a code of your own event',
    params: CodeParams,
    body: CodeFields,
    refusals: [
      'code_below_used',
      'code_gone',
      'code_taken',
      'event_called_off',
      'event_deleted',
      'ticket_type_not_found',
    ],
    response: { 200: Code },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** `code_was_used` if anybody ever applied with it: stop it instead. */
export const removeCode = {
  method: 'DELETE',
  url: `${url}/:codeId`,
  schema: {
    summary: 'Delete an unused code of your own event',
    params: CodeParams,
    refusals: ['code_gone', 'code_was_used', 'event_called_off', 'event_deleted'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write', empty: true },
} satisfies Endpoint

/** For spreadsheets (UTF-8 with BOM). */
export const exportCodes = {
  method: 'GET',
  url: `${url}.csv`,
  schema: {
    summary: 'Download the codes of your own event as CSV',
    params: EventParams,
    mediaType: 'text/csv',
    responseHeaders: ['content-disposition'],
    response: { 200: z.string() },
  },
  config: { access: 'signed-in', role: 'co_host' },
} satisfies Endpoint

/** Adds the codes of a table with the headings of the download, of which only `Code` is needed, and changes those that exist,
 *  which keep what the table has no column for. If a row is not valid, nothing is changed, and `detail` has a sentence for each. */
export const importCodes = {
  method: 'POST',
  url: `${url}/import`,
  schema: {
    summary: 'Upload codes for your own event as CSV',
    params: EventParams,
    body: z.object({ csv: z.string().min(1, m.chooseFile).max(codeLimits.csv, m.fileTooLong) }),
    refusals: ['event_called_off', 'event_deleted', 'too_many_codes'],
    response: { 200: z.object({ added: z.number().int(), changed: z.number().int() }) },
  },
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
} satisfies Endpoint

/** What a code that can be used now does for an applicant. */
export const CheckedCode = z.object({
  code: z.string(),
  percent: z.number().int().nullable(),
  /** In baht, off each seat. */
  baht: z.number().nullable(),
  /** The ticket types that it is for; null for all that everybody sees. */
  type_ids: z.array(Id).nullable(),
  /** The number of seats that one person may have with it; null without a limit. */
  per_person: z.number().int().nullable(),
  /** The hidden ticket types that it opens, at the price without the code. */
  opened: z.array(TicketType),
})
export type CheckedCode = z.infer<typeof CheckedCode>

export const checkCodeSchema = {
  summary: 'Check a code before applying',
  params: EventParams,
  querystring: LinkQuery,
  body: z.object({ code: GivenCode }),
  refusals: ['code_not_found', 'code_not_yet', 'code_over', 'code_stopped', 'code_used_up', 'event_not_found'],
  response: { 200: CheckedCode },
} satisfies Schemas
export const checkCode = { ...codes.checkCode, schema: checkCodeSchema }
