import { z } from 'zod'
import { Flag, GivenInstant, Id, Instant, listOrJson, numeric } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { optionalName, requiredName } from '#contract/names.ts'
import { centsOnly } from '#contract/numbers.ts'
import * as m from '#messages/fields.json'
import { ticketTypeLimits as limits } from './ticket-types.ts'

/** In baht. */
export const Price = z
  .number()
  .min(0, { error: fill(m.notBelow, { least: 0 }), abort: true })
  .max(limits.price, { error: m.priceTooHigh, abort: true })
  .multipleOf(0.01, centsOnly)

export const Capacity = z
  .number()
  .int(m.wholeNumber)
  .min(0, fill(m.notBelow, { least: 0 }))
  .max(limits.seats, m.limitTooHigh)

/** A ticket type as everybody sees it, in the organizer's order. */
export const TicketType = z.object({
  id: Id,
  name: z.string(),
  /** One line of text; '' for none. */
  note: z.string(),
  /** In baht; 0 is free. */
  price: z.number(),
  /** What is left of its own seats, at most what is left of the event's; null without a limit of its own. */
  seats_left: z.number().int().nullable(),
  /** The number of people in line for it, or for any seat. */
  waiting: z.number().int(),
  /** See `ticketTypeState`, which says the same at another time. */
  state: z.enum(['on_sale', 'not_yet', 'over', 'sold_out', 'closed']),
  is_closed: z.boolean(),
  /** Chosen only with a code that opens it. */
  is_hidden: z.boolean(),
  /** Null without a limit. */
  on_sale_from: Instant.nullable(),
  on_sale_until: Instant.nullable(),
  /** For owner and co-hosts only, like `taken`: the limit of its own, null without one. */
  capacity: z.number().int().nullable().optional(),
  /** The seats held. */
  taken: z.number().int().optional(),
})
export type TicketType = z.infer<typeof TicketType>

/** Null and '' are none. */
export const optionalInstant = z
  .union([z.null(), z.literal('').transform(() => null), GivenInstant], m.dateTimeNeeded)
  .default(null)

/** A ticket type as an organizer types it. With an `id` it is a type that exists, else a new one. */
export const TicketTypeFields = z
  .object({
    id: numeric(Id, null).default(null),
    name: requiredName(m.name, limits.name),
    note: optionalName(m.note, limits.note).default(''),
    price: numeric(Price, 0).default(0),
    /** Null or 0 means no limit of its own. */
    capacity: numeric(Capacity, null)
      .transform((seats) => seats || null)
      .default(null),
    on_sale_from: optionalInstant,
    on_sale_until: optionalInstant,
    is_closed: Flag.default(false),
    is_hidden: Flag.default(false),
  })
  .superRefine(({ on_sale_from, on_sale_until }, context) => {
    if (on_sale_from === null || on_sale_until === null || on_sale_from < on_sale_until) return
    context.addIssue({ code: 'custom', path: ['on_sale_until'], message: m.saleEnds })
  })
export type TicketTypeFields = z.output<typeof TicketTypeFields>

/** An event's types in order; empty for an event with one price. */
export const TicketTypeList = z
  .array(TicketTypeFields)
  .max(limits.types, fill(m.typesAtMost, { most: limits.types }))
  .superRefine((types, context) => {
    if (types.length > 0 && types.every(({ is_hidden }) => is_hidden)) {
      context.addIssue({ code: 'custom', message: m.oneTypeShown })
    }
    const [names, ids] = [new Set<string>(), new Set<number>()]
    for (const [index, { id, name }] of types.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [index, field], message })
      if (names.has(name.toLowerCase())) refuse('name', m.typeNamesDiffer)
      if (id !== null && ids.has(id)) refuse('id', m.typeOnce)
      names.add(name.toLowerCase())
      if (id !== null) ids.add(id)
    }
  })

/** JSON text in forms. */
export const TicketTypes = listOrJson(TicketTypeList, m.ticketTypes)
