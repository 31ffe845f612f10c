import * as m from '#messages/event-form.json'
import type { FormField } from './form-schema.ts'

export type TabId = 'basic' | 'location' | 'dates' | 'ticketing' | 'contact'

interface FormTab {
  id: TabId
  label: string
  /** From top to bottom. */
  fields: readonly FormField[]
}

export const formTabs: readonly FormTab[] = [
  {
    id: 'basic',
    label: m.tabBasic,
    fields: [
      'event_name',
      'description',
      'detailed_description',
      'category',
      'dress_code',
      'tags',
      'visibility',
      'allowed_email_domains',
    ],
  },
  {
    id: 'location',
    label: m.tabLocation,
    fields: ['is_online', 'meeting_link', 'place_to_be_announced', 'address', 'latitude', 'longitude'],
  },
  {
    id: 'dates',
    label: m.tabDates,
    fields: ['start_date_event', 'end_date_event', 'start_date_register', 'end_date_register'],
  },
  {
    id: 'ticketing',
    label: m.tabTicketing,
    fields: [
      'is_free',
      'ticket_price',
      'expected_price',
      'ticket_types',
      'promptpay_id',
      'promptpay_name',
      'payment_minutes',
      'payment_words',
      'max_attendee',
      'min_age_requirement',
      'needs_approval',
      'waiting_list',
      'max_party',
      'guest_names_optional',
      'pass_on_until',
      'questions',
      'questions_per_guest',
      'terms_and_conditions',
    ],
  },
  {
    id: 'contact',
    label: m.tabContact,
    fields: [
      'contact_email',
      'contact_phone',
      'website_url',
      'facebook_url',
      'twitter_url',
      'instagram_url',
      'other_url',
    ],
  },
]

export type Problems = Partial<Record<FormField, unknown>>

export const hasProblem = ({ fields }: FormTab, problems: Problems) => fields.some((field) => problems[field])

/** The first field with a problem, by tab and then from top to bottom. */
export function firstProblem(problems: Problems): { tab: TabId; field: FormField } | null {
  for (const { id, fields } of formTabs) {
    const field = fields.find((name) => problems[name])
    if (field) return { tab: id, field }
  }
  return null
}

export function tabOf(field: FormField): TabId {
  return firstProblem({ [field]: true })?.tab ?? 'basic'
}

/** Fields without a place for an error message: the pin, and switches that are never refused. */
const withoutMessage: readonly FormField[] = [
  'is_online',
  'is_free',
  'place_to_be_announced',
  'latitude',
  'longitude',
  'waiting_list',
  'guest_names_optional',
  'questions_per_guest',
]

/** The fields that show an error message, in form order. */
export function shownFields(
  fields: Partial<
    Record<'is_online' | 'is_free' | 'visibility' | 'place_to_be_announced' | 'promptpay_id' | 'max_party', unknown>
  >,
): FormField[] {
  const hidden: FormField[] = [
    ...withoutMessage,
    ...(fields.is_online ? [] : (['meeting_link'] as const)),
    ...(fields.is_online || fields.place_to_be_announced ? (['address'] as const) : []),
    ...(fields.is_free ? (['ticket_price', 'expected_price', 'promptpay_id', 'payment_words'] as const) : []),
    ...(fields.is_free || !fields.promptpay_id ? (['promptpay_name', 'payment_minutes'] as const) : []),
    ...(Number(fields.max_party ?? 1) > 1 ? [] : (['pass_on_until'] as const)),
    ...(fields.visibility === 'PUBLIC' ? (['allowed_email_domains'] as const) : []),
  ]
  return formTabs.flatMap(({ fields }) => fields.filter((field) => !hidden.includes(field)))
}

export function fieldsOf(tab: TabId): readonly FormField[] {
  return formTabs.find(({ id }) => id === tab)?.fields ?? []
}

/** The next (1) or previous (-1) tab; null at the ends. */
export function neighbourTab(tab: TabId, step: 1 | -1): FormTab | null {
  return formTabs[formTabs.findIndex(({ id }) => id === tab) + step] ?? null
}
