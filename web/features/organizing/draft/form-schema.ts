import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { fromInput } from '#contract/date-input.ts'
import { EventFields, eventDateProblems, eventLimits, withoutWhatDoesNotApply } from '#contract/events/event-fields.ts'
import { type TicketTypeFields, TicketTypeList } from '#contract/events/ticket-types.schemas.ts'
import { QuestionList } from '#contract/questions/questions.ts'
import * as m from '#messages/event-form.json'

const { start_date_register, end_date_register, start_date_event, end_date_event } = EventFields.shape

/** A date as in its control, in the event's time zone. */
const typed = <S extends z.ZodType<string, string>>(instant: S) => z.string().transform(fromInput).pipe(instant)

const dates = {
  start_date_register: typed(start_date_register),
  end_date_register: typed(end_date_register),
  start_date_event: typed(start_date_event),
  end_date_event: typed(end_date_event),
}

/** An event's fields as form values. Dates are compared as far as they are given; a date unchanged since `initial`
 *  may be in any year. An event in person needs an address or 'to be announced'; one published without either keeps
 *  its place on the map. An event that is not free needs a price; one published with 0 keeps it. */
export function formSchema(initial: FormValues) {
  const isPublished = initial.start_date_event !== ''
  const hadNoPlace = isPublished && !initial.is_online && !initial.address
  const hadNoPrice = isPublished && !initial.is_free && Number(initial.ticket_price) === 0
  return TypedFields.superRefine(
    ({ is_online, place_to_be_announced, address }, context) => {
      if (hadNoPlace || is_online || place_to_be_announced || String(address ?? '').trim() !== '') return
      const message = m.addressRequired
      context.addIssue({ code: 'custom', path: ['address'], message })
    },
    { when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'address') },
  )
    .superRefine(
      ({ is_free, ticket_price, ticket_types }, context) => {
        if (hadNoPrice || is_free || ticket_price !== 0 || ticket_types.length > 0) return
        context.addIssue({ code: 'custom', path: ['ticket_price'], message: m.priceRequired })
      },
      { when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'ticket_price') },
    )
    .superRefine(
      (fields, context) => {
        const wrong = new Set(context.issues.map(({ path }) => path?.[0]))
        const given = Object.entries(fields).filter(([field]) => field in dates && !wrong.has(field))
        for (const { loc, msg } of eventDateProblems(Object.fromEntries(given), new Date(), datesOf(initial))) {
          context.addIssue({ code: 'custom', path: loc.slice(1), message: msg })
        }
      },
      { when: () => true },
    )
}

/** Checks the form by the contract, without hidden fields. */
export function formResolver(initial: FormValues): Resolver<FormValues, unknown, EventFields> {
  const check = zodResolver(formSchema(initial))
  return (values, context, options) => check(withoutWhatDoesNotApply(values), context, options)
}

/** A ticket type as typed: dates as in their controls, '' for none. */
export type TypedType = z.input<typeof TicketTypeFields>

const TypedTypes = z
  .array(z.custom<TypedType>())
  .transform((types): TypedType[] =>
    types.map(({ on_sale_from, on_sale_until, ...type }) => ({
      ...type,
      on_sale_from: fromInput(on_sale_from ?? ''),
      on_sale_until: fromInput(on_sale_until ?? ''),
    })),
  )
  .pipe(TicketTypeList)

/** Questions and ticket types are lists in the form and JSON texts in requests. */
export const TypedFields = EventFields.extend({
  ...dates,
  questions: QuestionList.default([]),
  ticket_types: TypedTypes.default([]),
  // Null where it does not apply.
  pass_on_until: z
    .string()
    .nullable()
    .transform((given): string | null | undefined => given && fromInput(given))
    .pipe(EventFields.shape.pass_on_until),
})

function datesOf(values: FormValues) {
  return {
    start_date_register: fromInput(values.start_date_register),
    end_date_register: fromInput(values.end_date_register),
    start_date_event: fromInput(values.start_date_event),
    end_date_event: fromInput(values.end_date_event),
  }
}

/** The form values, as typed. */
export type FormValues = z.input<typeof TypedFields>
export type FormField = keyof FormValues

export const emptyForm: Required<FormValues> = {
  event_name: '',
  description: '',
  detailed_description: '',
  terms_and_conditions: '',
  category: 'CONFERENCE',
  dress_code: 'CASUAL',
  visibility: 'PUBLIC',
  tags: '',
  min_age_requirement: 0,
  is_online: false,
  place_to_be_announced: false,
  address: '',
  latitude: '',
  longitude: '',
  meeting_link: '',
  start_date_register: '',
  end_date_register: '',
  start_date_event: '',
  end_date_event: '',
  is_free: true,
  ticket_price: '',
  expected_price: '',
  ticket_types: [],
  payment_words: '',
  max_attendee: '',
  needs_approval: false,
  waiting_list: true,
  promptpay_id: '',
  promptpay_name: '',
  payment_minutes: eventLimits.payment_minutes.usual,
  questions: [],
  max_party: 1,
  guest_names_optional: false,
  questions_per_guest: false,
  pass_on_until: '',
  allowed_email_domains: '',
  contact_email: '',
  contact_phone: '',
  website_url: '',
  facebook_url: '',
  twitter_url: '',
  instagram_url: '',
  other_url: '',
}
