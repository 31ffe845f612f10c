import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { type EventDraft, withoutWhatDoesNotApply } from '#contract/events/events.ts'
import { type DraftValues, draftSchema } from './draft-schema.ts'

type DraftResolver = Resolver<DraftValues, unknown, EventDraft>

/** Checks the form by the contract. What the form does not show at the moment cannot be wrong. */
export function draftResolver(initial: DraftValues): DraftResolver {
  const check = zodResolver(draftSchema(initial))
  return (values, context, options) =>
    check(withoutWhatDoesNotApply(withUnreadable(values, options.fields)), context, options)
}

/** A control whose browser cannot read what is typed in it, '1e' for a number, says that it is blank. Blank means
 *  something here: no limit, no price. So it counts as what it is, a text that is no number. */
function withUnreadable(values: DraftValues, fields: Parameters<DraftResolver>[2]['fields']): DraftValues {
  const unreadable = Object.values(fields).filter(({ ref }) => 'validity' in ref && ref.validity?.badInput)
  return { ...values, ...Object.fromEntries(unreadable.map(({ name }) => [name, '?'])) }
}
