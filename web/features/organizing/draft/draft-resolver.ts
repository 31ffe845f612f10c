import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { type EventDraft, withoutWhatDoesNotApply } from '#contract/events/event-draft.ts'
import { type DraftValues, draftSchema } from './draft-schema.ts'

type DraftResolver = Resolver<DraftValues, unknown, EventDraft>

/** Checks the form by the contract. What the form does not show at the moment cannot be wrong. */
export function draftResolver(initial: DraftValues): DraftResolver {
  const check = zodResolver(draftSchema(initial))
  return (values, context, options) => check(withoutWhatDoesNotApply(values), context, options)
}
